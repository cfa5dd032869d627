/** What is done to things. One line is one sense. */
export const verbs = `
  delete remove erase
  find search lookup query
`;
