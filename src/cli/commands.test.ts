import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { commands } from './commands.ts'
import { UsageError } from './read-options.ts'

test.each(Object.entries(commands))(
	'%s says what it takes when it is given something else, before it does anything',
	async (name, command) => {
		for (const wrong of [['--nope'], ['a-word', 'another']])
			await expect(command.run(wrong)).rejects.toThrow(UsageError)
		expect(command.help).toContain(`Usage: plaudit ${name}`)
	},
)

test('an invalid user name is refused before an account is created', async () => {
	const args = ['--email', 'ines@harbour.org', '--username', 'Ines']
	await expect(commands['user create']?.run(args)).rejects.toThrow('--username takes 3 to 30')
})

test.each(['--version', '-v', 'version'])('plaudit %s names the version of package.json', (word) => {
	const root = fileURLToPath(new URL('../..', import.meta.url))
	const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
	const args = ['--disable-warning=ExperimentalWarning', 'src/cli/main.ts', word]
	expect(execFileSync('node', args, { cwd: root, encoding: 'utf8' })).toBe(`plaudit ${version}\n`)
})
