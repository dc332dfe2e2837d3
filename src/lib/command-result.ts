/** What an editing command did. */
export interface CommandResult {
  /** Lines that tell the editor so. */
  messages: string[];
  /** Whether anything was written that pages show. */
  changed: boolean;
}
