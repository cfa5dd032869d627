/** What is done, in Chinese. `english words: Chinese words`. */
export const verbs = `
  send: 发送 发 寄
  : 帮我 一下 的
`;
