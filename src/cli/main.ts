import { productVersion } from '#platform/product-version.ts'
import { commands } from './commands.ts'
import { UsageError } from './read-options.ts'

const [first = 'help', ...others] = process.argv.slice(2)
// `plaudit help keys` means `plaudit keys --help`.
const [name = 'help', ...rest] = first === 'help' && others.length > 0 ? [...others, '--help'] : [first, ...others]

function overview(): string {
	const width = Math.max(...Object.keys(commands).map((key) => key.length)) + 2
	const lines = Object.entries(commands).map(([key, { summary }]) => `  ${key.padEnd(width)}${summary}`)
	return `Usage: plaudit <command> [options]\n\n${lines.join('\n')}\n\nplaudit <command> --help explains one, plaudit --version names the version.`
}

/** Commands of two words (`user create`) are looked up before those of one. */
function find(): [command: (typeof commands)[string] | undefined, args: string[]] {
	const double = commands[`${name} ${rest[0]}`]
	return double ? [double, rest.slice(1)] : [commands[name], rest]
}

if (['--version', '-v', 'version'].includes(name)) {
	console.log(`plaudit ${productVersion()}`)
	process.exit(0)
}
if (['help', '--help', '-h'].includes(name)) {
	console.log(overview())
	process.exit(0)
}
const [command, args] = find()
if (!command) {
	const longer = Object.keys(commands).filter((key) => key.startsWith(`${name} `))
	const words = longer.length > 0 ? `"${name}" is half a command: ${longer.join(', ')}` : ''
	console.error(`${words || `There is no command "${name}"`}.\n\n${overview()}`)
	process.exit(2)
}
if (args.includes('--help') || args.includes('-h')) {
	console.log(`${command.summary}\n\n${command.help}`)
	process.exit(0)
}
try {
	const code = await command.run(args)
	// The server keeps running after its command returned.
	if (code !== undefined) process.exit(code)
} catch (error) {
	console.error((error as Error).message)
	if (error instanceof UsageError) console.error(`\n${command.help}`)
	process.exit(error instanceof UsageError ? 2 : 1)
}
