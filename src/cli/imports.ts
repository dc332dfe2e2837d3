import { FLAG, runCommand, UsageError, type CommandLine } from './command-line.ts';
import { importsText } from './imports-text.ts';

export const importsCommandLine: CommandLine = {
  usage: '[--json]',
  summary: 'list the imports that changed something; "import --undo ID" undoes one',
  options: { json: FLAG },
  optionHelp: { json: 'list them as JSON' },
  async run({ positionals, values }) {
    if (positionals.length > 0) throw new UsageError('imports takes no arguments');
    return runCommand('imports', {}, ({ imports }) => {
      if (imports) console.log(values['json'] === true ? JSON.stringify(imports, null, 2) : importsText(imports));
    });
  },
};
