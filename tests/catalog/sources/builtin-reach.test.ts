/** Every built-in tool is found by requests in the words and forms that people use: the default router does not stem. */
import { describe, expect, it } from "vitest";
import { ToolCatalog } from "../../../catalog/registry.js";
import { createTfidfRouter } from "../../../catalog/search/index.js";
import { builtinServers } from "../../../catalog/sources/builtin/index.js";

const requests: Record<string, string[]> = {
  github_search_repos: [
    "find repos about vector databases",
    "Could you look for open source projects on GitHub written in Rust for PDF parsing?",
    "list the top starred repositories in Kotlin",
    "is there a public repo that implements raft",
  ],
  github_create_pr: [
    "Can you propose merging branch hotfix-12 into develop?",
    "My changes on the branch 'refactor-auth' are ready, get them merged into main through a pull request",
    "could you make a draft pull request for feature/search?",
    "PR against develop titled Cleanup",
  ],
  github_list_issues: [
    "show me all issues labelled 'good first issue'",
    "Could you get the closed issues of langchain-ai/langgraph from last month?",
    "see the feature requests filed in our repo",
    "are there unresolved bug reports for octo/cli",
  ],
  github_get_file: [
    "get package.json from expressjs/express",
    "read the source code of lib/router.js in koajs/koa",
    "view config.yml at tag v2",
    "get file contents from repository",
  ],
  github_create_issue: [
    "create an issue titled 'Dark mode is broken'",
    "Please open a ticket on GitHub for the memory leak we found",
    "new bug: the logout button does nothing",
    "make an issue and assign it to mira",
  ],
  fs_read_file: [
    "read README.md",
    "What's in config/settings.yaml?",
    "view the log file app.log",
    "let me see the contents of script.sh",
  ],
  fs_write_file: [
    "write 'hello world' to hello.txt",
    "Save this summary as summary.md",
    "update the file config.json with this text",
    "save it to disk as answer.txt",
  ],
  fs_list_directory: [
    "ls /var/log",
    "enumerate everything inside the current folder",
    "display the directory structure",
    "what's inside the images folder",
  ],
  fs_delete_file: [
    "Please remove the file old_report.pdf",
    "clean up the leftover file session.lock",
    "throw away temp files",
    "can you delete report_draft.md?",
  ],
  fs_search_files: [
    "find all *.ts files under src",
    "search the project folder for files that contain 'TODO'",
    "search my documents for the word budget",
    "look for files named *.log",
  ],
  db_query: [
    "SELECT * FROM users WHERE active = true",
    "query the customers table for everyone in Berlin",
    "look up the order with id 1004",
    "which products are out of stock in the db",
  ],
  db_insert: [
    "insert a new user into the users table",
    "Add a row to orders with product_id 7 and quantity 3",
    "register a new user in the database",
    "insert these records into orders",
  ],
  db_update: [
    "Could you mark all invoices from 2022 as paid?",
    "UPDATE users SET active = false WHERE id = 7",
    "correct the email of a customer in the table",
    "mark order 1002 as refunded",
  ],
  db_delete: [
    "Remove all orders older than 2019 from the database",
    "DELETE FROM sessions WHERE expired = true",
    "delete orders that were cancelled",
    "remove duplicate rows from the table",
  ],
  db_schema: [
    "Which columns does orders have?",
    "list all tables and their column types",
    "what tables exist",
    "get the column types of products",
  ],
  web_get: [
    "Can you request the JSON from https://api.github.com/zen?",
    "what does the page at https://news.ycombinator.com say",
    "load the website example.com",
    "get the JSON from this URL",
  ],
  web_post: [
    "Submit the contact form on https://example.com/contact",
    "Can you post data to our REST API?",
    "create a resource through the REST API",
    "trigger a webhook",
  ],
  web_scrape: [
    "Could you pull the table of results off this web page?",
    "I want the names and phone numbers shown on that site as structured data",
    "crawl the site for product names",
    "extract data from a webpage",
  ],
  web_download: [
    "Can you grab the PDF from that website and store it locally?",
    "downloading a large dataset from a URL to disk",
    "store the picture from that website on disk",
    "please download this document",
  ],
  analytics_summarize: [
    "describe this dataset with summary statistics",
    "summary of survey results: minimum, maximum, percentiles",
    "how are the values distributed: min, max, mean",
    "descriptive statistics please",
  ],
  analytics_visualize: [
    "create a line graph of monthly users",
    "scatter plot of height against weight",
    "graph the results",
    "chart revenue by month",
  ],
  analytics_correlation: [
    "correlate clicks with conversions",
    "find which metrics move together in the dataset",
    "are the two metrics correlated",
    "does one variable influence the other",
  ],
  analytics_predict: [
    "predict next month's sales",
    "What will our user numbers look like in six months?",
    "trend forecast",
    "project our revenue for the next three months",
  ],
  comm_send_email: [
    "send an email to bob@example.com",
    "write to my boss that I'm sick today",
    "mail this document to my boss",
    "compose an email with an attachment",
  ],
  comm_send_slack: [
    "post 'deploy done' in #general",
    "Send a Slack message to the engineering channel",
    "announce in chat that the server is back",
    "ping jonas on slack",
  ],
  comm_read_email: [
    "check my inbox",
    "fetch my recent e-mails",
    "look for the mail about the invoice",
    "did anybody email me today",
  ],
  comm_schedule_meeting: [
    "Can you book an appointment with Dr. Smith for 3pm?",
    "put a 30 minute sync in the calendar for Monday",
    "add a call to my calendar",
    "organize a video call with the design team",
  ],
  devops_deploy: [
    "Release version 2.3.1 of the api service to staging",
    "Could you roll out the new build?",
    "publish the service to prod",
    "ship version 1.2 to production",
  ],
  devops_monitor: [
    "is the api service healthy?",
    "check the status of the checkout-api",
    "check service health",
    "error rate of the payment service",
  ],
  devops_logs: [
    "show the logs of the api service",
    "Are there any errors in the payment service's log since noon?",
    "why is the service failing? check the logs",
    "show warnings and exceptions of the worker",
  ],
  devops_run_pipeline: [
    "Can you start the nightly test pipeline?",
    "kick off the GitHub Actions workflow for branch develop",
    "start the release job",
    "execute the workflow build-and-test",
  ],
  cloud_create_vm: [
    "I need a bigger machine in eu-west-1, start one",
    "provisioning two virtual machines for the demo",
    "create a compute instance in eu-west-1",
    "set up a VM for testing",
  ],
  cloud_list_resources: [
    "list all cloud resources",
    "which instances do we have in the cloud account?",
    "show everything in my AWS account",
    "what is deployed in the cloud?",
  ],
  cloud_upload_storage: [
    "Can you copy ./dist to the bucket 'static-site'?",
    "back up the database dump to S3",
    "upload the report to our storage",
    "push the build to the bucket",
  ],
  cloud_manage_firewall: [
    "Block incoming traffic from 203.0.113.7",
    "Can you close port 22 to the internet?",
    "change the firewall to allow https",
    "remove the rule for port 21",
  ],
};

const unfit = [
  "play some jazz",
  "order a large pizza with mushrooms",
  "generate a picture of a cat wearing a hat",
  "call my mother",
  "compress holiday.mov",
  "measure my heart rate",
  "calculate the square root of 2",
  "rent a car for the weekend",
  "simulate the folding of a protein",
  "spell-check my essay",
  "what time is it in Tokyo",
  "recommend a good novel",
  "book a taxi",
  "what should I eat tonight",
  "how tall is Mount Everest",
  "water the garden",
  "mix two colours",
];

const catalog = new ToolCatalog(builtinServers());
const router = createTfidfRouter(catalog);

describe("requests as people write them", () => {
  it("ask for each of the tools", () => {
    expect(Object.keys(requests)).toEqual(catalog.tools().map((tool) => tool.id.name));
  });

  it.each(Object.entries(requests).flatMap(([name, texts]) => texts.map((text) => [text, name])))(
    "%s: %s is among the first five",
    async (text, name) => {
      const { tools } = await router.route({ tool: text });
      expect(tools.slice(0, 5).map((hit) => hit.id.name)).toContain(name);
    },
  );

  it.each(unfit)("%s: nothing fits", async (text) => {
    expect((await router.route({ tool: text })).tools).toEqual([]);
  });
});
