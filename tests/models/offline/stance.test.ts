import { describe, expect, it } from "vitest";
import { stanceOf } from "../../../models/offline/stance.js";

describe("stanceOf", () => {
  it.each([
    "Never delete report.pdf",
    "Don't delete anything",
    "do not send the mail",
    "You must not deploy on Fridays",
    "make sure you don't overwrite it",
    "不要删除文件 a.txt",
  ])("hears that something must not be done: %s", (text) => {
    expect(stanceOf(text)).toBe("forbidden");
  });

  it.each([
    "Is it safe to delete the file config.yaml?",
    "Should I deploy version 2.0 of api to production?",
    "When was the last deployment of api to production?",
    "Explain how to open port 22 on the firewall",
    "Did anyone email the invoice to bob@x.org",
    "Can I delete it?",
    "What happens if I drop the users table?",
    "Deploy the api?",
    "Check whether the file was deleted",
    "要删除这个文件吗",
  ])("hears a question: %s", (text) => {
    expect(stanceOf(text)).toBe("asked");
  });

  it.each([
    "If notes.txt is empty, write hello into it",
    "restart the service if it is down",
    "when the disk is full, delete the logs",
    "如果文件为空，写入 hello",
  ])("hears a condition: %s", (text) => {
    expect(stanceOf(text)).toBe("conditional");
  });

  it.each([
    "Delete the file a.txt",
    "Can you delete the file a.txt?",
    "would you mind sending it to bob@x.org?",
    "send 'should I stay?' to bob@x.org",
    "Write 'do not disturb' to sign.txt",
    "Notify the team",
    "Don't forget to send the report to bob@x.org",
    "If possible, deploy the api to staging",
    "deploy the api if you can",
    "once it is done notify the team on Slack",
    "when it's finished, send a mail to bob@x.org",
    "Do a backup of the database",
    "Have it sent to bob@x.org",
    "instead of a bar chart, draw a line chart",
    "删除文件 a.txt",
  ])("takes a plain or polite request as one: %s", (text) => {
    expect(stanceOf(text)).toBeUndefined();
  });
});
