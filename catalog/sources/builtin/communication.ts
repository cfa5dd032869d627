/** Built-in server `communication`, simulated. */
import type { ServerDefinition } from "../../types.js";
import { adds, listOf, numberOf, reads, simulatedTool, slugOf, textOf, times } from "./simulation.js";

export const communication: ServerDefinition = {
  name: "communication",
  description:
    "Communication between people: sending and reading email, posting in Slack and scheduling meetings. Send, write or forward an email (mail), read new, recent and unread mails or emails in the inbox or mailbox, and post a message to a Slack channel or chat to tell, notify or announce something to the team. Schedule a meeting, call or appointment in the calendar and invite people.",
  tools: [
    simulatedTool({
      name: "comm_send_email",
      description:
        "Send an email (e-mail) to one or more people, with a subject and attachments: email a report or summary, write or reply to a customer or boss, or forward a message.",
      parameters: {
        to: { type: "string", description: "Email address of the recipient; several are separated by commas." },
        subject: { type: "string", description: "The subject line." },
        body: { type: "string", description: "The text of the mail." },
        cc: { type: "string", description: "Addresses that get a copy, separated by commas." },
        attachments: {
          type: "array",
          items: { type: "string" },
          description: "What to attach: paths or links (URLs) of files, charts or documents.",
        },
      },
      required: ["to", "subject", "body"],
      annotations: { ...adds, openWorldHint: true },
      answer: (args, seed) => ({
        message_id: seed.id("msg"),
        to: textOf(args, "to")
          .split(",")
          .map((address) => address.trim()),
        subject: textOf(args, "subject"),
        attachments: listOf(args, "attachments"),
        status: "sent",
      }),
    }),
    simulatedTool({
      name: "comm_send_slack",
      description:
        "Send a Slack message: post it in a channel such as #general, or message one person directly. Tell or notify a team in chat, or announce a release.",
      parameters: {
        channel: { type: "string", description: "A channel such as #releases, or a person such as @mira." },
        message: { type: "string", description: "The text to post." },
        thread_id: { type: "string", description: "The message to answer to, when it belongs in a thread." },
      },
      required: ["channel", "message"],
      annotations: { ...adds, openWorldHint: true },
      answer: (args, seed) => ({
        message_id: seed.id("slack"),
        channel: textOf(args, "channel"),
        thread_id: textOf(args, "thread_id") || null,
        status: "posted",
      }),
    }),
    simulatedTool({
      name: "comm_read_email",
      description:
        "Read email: check the inbox or mailbox for new, recent or unread mail, fetch the latest emails, or look for the mails and messages that somebody wrote, by sender or subject.",
      parameters: {
        folder: { type: "string", default: "inbox", description: "Which folder of the mailbox." },
        unread_only: { type: "boolean", default: false, description: "True for mail that was not opened yet." },
        from: { type: "string", description: "Only mail from this sender." },
        search: { type: "string", description: "Words that must be in the subject or the text." },
        limit: {
          type: "integer",
          minimum: 1,
          maximum: 100,
          default: 3,
          description: "How many messages to return, newest first.",
        },
      },
      annotations: reads,
      answer: (args, seed) => {
        const about = textOf(args, "search", "the quarterly plan");
        const messages = times(numberOf(args, "limit", 3), (number) => {
          const from = textOf(
            args,
            "from",
            seed.pick(`from${number}`, ["mira@example.com", "jonas@example.com", "billing@example.com"]),
          );
          return {
            id: `${seed.id("mail")}_${number}`,
            from,
            subject: seed.pick(`subject${number}`, [
              `Question about ${about}`,
              `Update on ${about}`,
              `Notes: ${about}`,
            ]),
            body: `Hello, this is a simulated mail about ${about}.`,
            received_at: seed.time(`received${number}`),
            unread: args.unread_only === true || seed.number(`unread${number}`, 0, 1) === 1,
          };
        });
        messages.sort((one, other) => (one.received_at < other.received_at ? 1 : -1));
        return { folder: textOf(args, "folder", "inbox"), messages };
      },
    }),
    simulatedTool({
      name: "comm_schedule_meeting",
      description:
        "Schedule a meeting and put it in the calendar: book an appointment, plan an event, set up or arrange a call or video conference at a date and time, and invite people.",
      parameters: {
        title: { type: "string", description: "What the meeting is about." },
        start: {
          type: "string",
          description: "Date and time of the beginning in ISO 8601, for example 2025-03-14T10:00.",
        },
        duration_minutes: { type: "integer", minimum: 5, maximum: 480, default: 30 },
        attendees: {
          type: "array",
          items: { type: "string" },
          description: "Email addresses of the people to invite.",
        },
        location: { type: "string", description: "A room or a link for a video call." },
      },
      required: ["title", "start"],
      annotations: { ...adds, openWorldHint: true },
      answer: (args, seed) => ({
        event_id: seed.id("event"),
        title: textOf(args, "title"),
        start: textOf(args, "start"),
        duration_minutes: numberOf(args, "duration_minutes", 30),
        attendees: listOf(args, "attendees"),
        location: textOf(args, "location", `https://meet.example.com/${slugOf(textOf(args, "title"))}`),
        status: "invitations sent",
      }),
    }),
  ],
};
