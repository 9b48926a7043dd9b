import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { flag, printResult, readOptions } from '#cli/read-options.ts'

/** Makes a key for BACKUP_KEY. */
export async function run(args: string[]): Promise<number> {
	const { json } = readOptions(args, { json: flag })
	const key = await generateX25519Identity()
	const recipient = await identityToRecipient(key)
	const lines = [
		`BACKUP_KEY=${key}`,
		'',
		'Keep a copy away from this machine: without it, no backup can be restored.',
		`With BACKUP_KEY=${recipient} instead, this server writes backups that it cannot read, and so does not check them.`,
	]
	return printResult(json, { key, recipient }, lines.join('\n'))
}
