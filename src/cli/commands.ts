import { abTestsLine } from './ab-tests.ts';
import { addLine } from './add.ts';
import { backupLine, restoreLine } from './backup.ts';
import { bouncesLine } from './bounces.ts';
import { checkLine } from './check.ts';
import type { CommandLine } from './command-line.ts';
import { deleteLine } from './delete.ts';
import { demoLine } from './demo.ts';
import { editLine } from './edit.ts';
import { exportLine } from './export.ts';
import { featureLine } from './feature.ts';
import { flagLine } from './flag.ts';
import { importLine } from './import.ts';
import { importsLine } from './imports.ts';
import { mailLine } from './mail.ts';
import { memberLine } from './member.ts';
import { mergeLine } from './merge.ts';
import { partnerLine } from './partner.ts';
import { picturesLine } from './pictures.ts';
import { publishLine, rollbackLine } from './publish.ts';
import { reportLine } from './report.ts';
import { staticLine } from './static.ts';
import { shellLine } from './shell.ts';
import { statusLine } from './status.ts';
import { synonymsLine } from './synonyms.ts';
import { textLine } from './text.ts';
import { expireLine, reviveLine, scheduleLine } from './schedule.ts';

/** Every command, in the order in which help names them. */
export const COMMANDS: Record<string, CommandLine> = {
  import: importLine,
  imports: importsLine,
  export: exportLine,
  add: addLine,
  edit: editLine,
  expire: expireLine,
  revive: reviveLine,
  schedule: scheduleLine,
  feature: featureLine,
  merge: mergeLine,
  delete: deleteLine,
  demo: demoLine,
  pictures: picturesLine,
  check: checkLine,
  backup: backupLine,
  restore: restoreLine,
  publish: publishLine,
  rollback: rollbackLine,
  static: staticLine,
  member: memberLine,
  mail: mailLine,
  bounces: bouncesLine,
  synonyms: synonymsLine,
  shell: shellLine,
  text: textLine,
  flag: flagLine,
  'ab-tests': abTestsLine,
  partner: partnerLine,
  report: reportLine,
  status: statusLine,
};
