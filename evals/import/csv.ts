/** Comma-separated values as RFC 4180 writes them. */

/** The rows of a text; quoted fields may hold commas, line breaks and doubled quotes. Blank lines are passed over. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/gy;
  for (let match = field.exec(text); match; match = field.exec(text)) {
    const [whole, quoted, plain = "", end] = match;
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end !== ",") {
      if (row.length > 1 || row[0] !== "") rows.push(row);
      row = [];
    }
    if (end === "" || whole === "") break;
  }
  return rows;
}
