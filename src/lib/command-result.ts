/** What an editing command did. */
export interface CommandResult {
  /** Lines for the editor about it. */
  messages: string[];
  /** Whether anything was written that pages show. */
  changed: boolean;
}
