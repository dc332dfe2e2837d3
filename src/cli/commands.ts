import { abTestsCommandLine } from './ab-tests.ts';
import { addCommandLine } from './add.ts';
import { backupCommandLine } from './backup.ts';
import { bouncesCommandLine } from './bounces.ts';
import { checkCommandLine } from './check.ts';
import type { CommandLine } from './command-line.ts';
import { deleteCommandLine } from './delete.ts';
import { demoCommandLine } from './demo.ts';
import { editCommandLine } from './edit.ts';
import { expireCommandLine } from './expire.ts';
import { exportCommandLine } from './export.ts';
import { featureCommandLine } from './feature.ts';
import { flagCommandLine } from './flag.ts';
import { importCommandLine } from './import.ts';
import { importsCommandLine } from './imports.ts';
import { mailCommandLine } from './mail.ts';
import { memberCommandLine } from './member.ts';
import { mergeCommandLine } from './merge.ts';
import { partnerCommandLine } from './partner.ts';
import { picturesCommandLine } from './pictures.ts';
import { publishCommandLine } from './publish.ts';
import { reportCommandLine } from './report.ts';
import { restoreCommandLine } from './restore.ts';
import { reviveCommandLine } from './revive.ts';
import { rollbackCommandLine } from './rollback.ts';
import { scheduleCommandLine } from './schedule.ts';
import { shellCommandLine } from './shell.ts';
import { staticCommandLine } from './static.ts';
import { statusCommandLine } from './status.ts';
import { synonymsCommandLine } from './synonyms.ts';
import { textCommandLine } from './text.ts';

/** Every command, in the order in which help names them. */
export const COMMANDS: Record<string, CommandLine> = {
  import: importCommandLine,
  imports: importsCommandLine,
  export: exportCommandLine,
  add: addCommandLine,
  edit: editCommandLine,
  expire: expireCommandLine,
  revive: reviveCommandLine,
  schedule: scheduleCommandLine,
  feature: featureCommandLine,
  merge: mergeCommandLine,
  delete: deleteCommandLine,
  demo: demoCommandLine,
  pictures: picturesCommandLine,
  check: checkCommandLine,
  backup: backupCommandLine,
  restore: restoreCommandLine,
  publish: publishCommandLine,
  rollback: rollbackCommandLine,
  static: staticCommandLine,
  member: memberCommandLine,
  mail: mailCommandLine,
  bounces: bouncesCommandLine,
  synonyms: synonymsCommandLine,
  shell: shellCommandLine,
  text: textCommandLine,
  flag: flagCommandLine,
  'ab-tests': abTestsCommandLine,
  partner: partnerCommandLine,
  report: reportCommandLine,
  status: statusCommandLine,
};
