import { createHash } from 'node:crypto'
import { cp, glob, mkdir, readFile, rm } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { schemaFolder } from '#platform/pg/engine/open-database.ts'

/**
 * Functions edited since the baseline, such as `public.create_space`, which the comparisons omit. Each later edit of a
 * function must be added here.
 */
export const editedSince: readonly string[] = [
	'private.actor',
	'public.order_wall',
	'private.search_condition',
	'private.person_testimonial',
	'private.proof_entries',
	'private.export_person',
	'private.person_summary',
	'private.repeat_erasures',
	'public.erase_person',
	'private.decline_address',
	'private.erase_invitation',
	'private.delete_invitation',
	'private.answer_invitation',
	'public.invite_customers',
	'private.add_event',
	'private.add_form_pressure',
	'private.attach_files',
	'private.change_by_receipt',
	'private.check_moderation',
	'private.claim_form_slug',
	'public.delete_account',
	'private.erase_by_receipt',
	'private.event_hash',
	'private.fill_space',
	'private.follow_consent',
	'private.follow_media',
	'private.forget_old',
	'private.form_to_fill',
	'private.is_public_photo',
	'private.keep_consent',
	'private.keep_former_consent_text',
	'private.read_receipt',
	'private.receipt_mail',
	'private.record_testimonial',
	'private.remove_files',
	'private.remove_files_of_deleted',
	'private.sent_before',
	'private.spaces_as',
	'private.submit_testimonial',
	'private.take_address_budget',
	'private.tell_itself_changed',
	'private.tell_space_changed',
	'private.wall_item',
	'private.walls_showing',
	'public.create_space',
	'public.public_form',
	'public.public_wall',
	'public.vouch_testimonial',
	'realtime.record_change',
]

/** The migrations before the baseline in order, each after a line with its name. */
const fixture = new URL('old-numbering.sql.gz', import.meta.url)
const readMigrations = async () => gunzipSync(await readFile(fixture)).toString()

/** Copies db/ without the migrations after the baseline, and without the functions that were added since: they may need tables of these. */
export async function copyBaseline(folder: string): Promise<void> {
	await cp(schemaFolder, folder, { recursive: true })
	await rm(join(folder, 'indexes'), { recursive: true })
	await rm(join(folder, 'migrations'), { recursive: true })
	await mkdir(join(folder, 'migrations'))
	await rm(join(folder, 'views'), { recursive: true })
	await mkdir(join(folder, 'views'))
	const made = (await readMigrations()).matchAll(/^create (?:or replace )?function (\w+\.\w+)/gm)
	const former = new Set(Array.from(made, ([, name]) => name))
	for await (const file of glob('functions/**/*.sql', { cwd: folder })) {
		const [, schema, ...path] = file.split(sep)
		if (!former.has(`${schema}.${path.at(-1)?.replace('.sql', '')}`)) await rm(join(folder, file))
	}
}

const history = `create schema plaudit;
	create table plaudit.migrations
		(name text primary key, checksum text not null, applied_at timestamptz not null default now())`

/**
 * Creates a database in the state of a version with the old numbering.
 * @param most number of its 60 migrations that were applied
 */
export async function applyOldNumbering(owner: pg.ClientConfig, most = 60): Promise<void> {
	const files = (await readMigrations())
		.split(/^-- === /m)
		.slice(1, most + 1)
		.map((file) => {
			const end = file.indexOf('\n')
			return { name: file.slice(0, end), sql: file.slice(end + 1) }
		})
	const client = new pg.Client(owner)
	await client.connect()
	await client.query(history)
	for (const { name, sql } of files) {
		await client.query(`begin;\n${sql}\n;commit`)
		const checksum = createHash('sha256').update(sql).digest('hex')
		await client.query('insert into plaudit.migrations (name, checksum) values ($1, $2)', [name, checksum])
	}
	await client.end()
}
