import { expect, it } from 'vitest'
import { schemaFolder } from '#platform/pg/engine/open-database.ts'
import { replacements } from './limited-owner.ts'
import { readSchemaFiles } from './schema-files.ts'

it('each statement that a limited owner may not run stands once in the applied files', async () => {
	const { schema, migrations } = await readSchemaFiles(schemaFolder)
	const all = [...schema, ...migrations].map(({ text }) => text).join('\n')
	for (const statement of replacements.keys())
		expect([statement, all.split(statement).length - 1]).toEqual([statement, 1])
})

it('no applied file gives a role what only a superuser may give, but for the replaced statements', async () => {
	const { schema, migrations, functions, views } = await readSchemaFiles(schemaFolder)
	for (const { name, text } of [...schema, ...migrations, ...functions, ...views]) {
		let rest = text.replaceAll(/--.*$/gm, '')
		for (const [from, to] of replacements) rest = rest.replace(from, to)
		expect([
			name,
			/\b(bypassrls;|alter role \w+ superuser|alter system|session_replication_role)/i.exec(rest)?.[0],
		]).toEqual([name, undefined])
	}
})
