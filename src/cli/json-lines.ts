/** Whether a file holds JSON lines, as exports are and as `import` reads them, by its name. */
export const isJsonLines = (file: string): boolean => /\.(jsonl|ndjson)(\.gz)?$/i.test(file);
