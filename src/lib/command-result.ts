/** What an editing command did. */
export interface Done {
  /** Lines that tell the editor so. */
  said: string[];
  /** Whether anything was written that pages show. */
  changed: boolean;
}
