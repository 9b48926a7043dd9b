import { expect, it } from 'vitest'
import { asOwner, createTestDatabase } from '#test/support/test-database.ts'
import { mailboxOf } from './mailbox-of.ts'

it('addresses with other tags, cases and dots are one mailbox, in the server as in the database', async () => {
	const database = await createTestDatabase()
	for (const [address, mailbox] of [
		['Ines@Harbour.example', 'ines@harbour.example'],
		['ines+bowls@harbour.example', 'ines@harbour.example'],
		['ines+a+b@harbour.example', 'ines@harbour.example'],
		['i.nes@harbour.example', 'i.nes@harbour.example'],
		['I.Nes+x@Gmail.com', 'ines@gmail.com'],
		['i.nes@googlemail.com', 'ines@gmail.com'],
		['ines@gmail.com.example', 'ines@gmail.com.example'],
		['+only@harbour.example', '@harbour.example'],
	] as const) {
		const [row] = await asOwner<{ mailbox: string }>(database, 'select private.mailbox_of($1) as mailbox', [address])
		expect([address, mailboxOf(address), row?.mailbox]).toEqual([address, mailbox, mailbox])
	}
	await database.drop()
})
