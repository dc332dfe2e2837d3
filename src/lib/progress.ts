/** How far a long piece of work has come, in units that depend on the phase; `total` is 0 where it is not known. */
export interface Progress {
  phase: string;
  done: number;
  total: number;
}
