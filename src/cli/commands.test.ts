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
