import { sql } from '#platform/pg/sql.ts'
import type { RowFilter } from './export-options.ts'

export const recordExport = (space: string, format: string, withEmails: boolean) => sql`
	select name, slug, is_owner from private.record_export(${space}, ${format}, ${withEmails})`

/**
 * Opens a cursor over the testimonials of a space as the caller sees them, the newest first, each as one JSON object.
 * Withdrawn ones are left out: their writers took them back.
 */
export const openExportRows = (space: string, withEmails: boolean, { status, form, tag, from, to }: RowFilter) => sql`
	declare export_rows no scroll cursor for
	select jsonb_build_object(
		'id', t.id, 'kind', t.kind, 'title', t.title, 'text', t.body, 'rating', t.rating,
		'author', jsonb_build_object('name', t.author_name, 'title', t.author_title, 'company', t.author_company, 'url', t.author_url,
			'picture', t.author_avatar_path),
		'email', (select c.email from public.testimonial_contacts c
			where ${withEmails}::boolean and c.space_id = t.space_id and c.testimonial_id = t.id),
		'language', t.locale, 'source', t.source, 'source_url', t.source_url, 'status', t.status, 'spam', t.spam_state,
		'pinned', t.is_pinned, 'public', t.is_public, 'reward', t.reward_disclosure,
		'excerpt', case when t.excerpt_start is not null then jsonb_build_object('start', t.excerpt_start, 'end', t.excerpt_end) end,
		'form', (select f.slug from public.forms f where f.space_id = t.space_id and f.id = t.form_id),
		'submitted_at', t.submitted_at, 'approved_at', t.approved_at,
		'tags', (select coalesce(jsonb_agg(g.name order by g.name), '[]') from public.testimonial_tags tt
			join public.tags g on g.space_id = tt.space_id and g.id = tt.tag_id
			where tt.space_id = t.space_id and tt.testimonial_id = t.id),
		'answers', (select coalesce(jsonb_agg(jsonb_build_object('kind', a.kind, 'label', a.label, 'value', a.value, 'public', a.is_public)
				order by a.position, a.id), '[]')
			from public.testimonial_answers a where a.space_id = t.space_id and a.testimonial_id = t.id),
		'consents', (select coalesce(jsonb_agg(jsonb_build_object('scope', c.scope, 'wording', c.wording, 'language', c.locale,
				'given_at', c.given_at, 'revoked_at', c.revoked_at) order by c.given_at, c.id), '[]')
			from public.consents c where c.space_id = t.space_id and c.testimonial_id = t.id),
		'verifications', (select coalesce(jsonb_agg(jsonb_build_object('basis', v.basis, 'verified_at', v.verified_at) order by
				array_position(array['order', 'provider', 'email', 'invited', 'imported', 'vouched'], v.basis)), '[]')
			from public.verifications v where v.space_id = t.space_id and v.testimonial_id = t.id),
		'versions', (select coalesce(jsonb_agg(jsonb_build_object('version', v.version, 'title', v.title, 'text', v.body, 'rating', v.rating,
				'name', v.author_name, 'until', v.created_at) order by v.version), '[]')
			from public.testimonial_versions v where v.space_id = t.space_id and v.testimonial_id = t.id),
		'reply', (select jsonb_build_object('text', r.body, 'created_at', r.created_at)
			from public.replies r where r.space_id = t.space_id and r.testimonial_id = t.id),
		'media', (select coalesce(jsonb_agg(jsonb_build_object('kind', m.kind, 'path', m.path, 'type', m.mime, 'width', m.width,
				'height', m.height, 'seconds', m.seconds, 'poster', m.poster_path, 'state', m.state,
				'captions', (select coalesce(jsonb_agg(jsonb_build_object('language', c.locale, 'text', c.transcript) order by c.locale), '[]')
					from public.captions c where c.space_id = m.space_id and c.media_id = m.id and not c.is_draft))
				order by m.created_at, m.id), '[]')
			from public.media m where m.space_id = t.space_id and m.testimonial_id = t.id and m.replaces is null)
	) as row
	from public.testimonials t
	where t.space_id = ${space}::uuid and t.withdrawn_at is null
		and case ${status}::text when 'spam' then t.spam_state = 'spam'
			else t.spam_state <> 'spam' and (${status}::text is null or t.status = ${status}) end
		and (${form}::text is null or t.form_id in (select f.id from public.forms f where f.space_id = t.space_id and f.slug = ${form}))
		and (${tag}::text is null or exists (select from public.testimonial_tags tt
			join public.tags g on g.space_id = tt.space_id and g.id = tt.tag_id
			where tt.space_id = t.space_id and tt.testimonial_id = t.id and g.name = ${tag}))
		and (${from}::timestamptz is null or t.submitted_at >= ${from}::timestamptz)
		and (${to}::timestamptz is null or t.submitted_at < ${to}::timestamptz)
	order by t.submitted_at desc, t.id desc`

export const nextExportRows = () => sql`fetch forward 200 from export_rows`

export type StartedExport = {
	format: 'csv' | 'json' | 'archive'
	with_emails: boolean
	made_by: string
	name: string
	slug: string
}

export const beginExport = (space: string, id: string) => sql`select * from private.begin_export(${space}, ${id})`

export const noteExport = (space: string, id: string, done: number) => sql`
	select private.note_export(${space}, ${id}, ${done}) as is_wanted`

/** A stored file, or why there is none. */
export const finishExport = (space: string, id: string, file: object | null, problem: string | null) => sql`
	select private.finish_export(${space}, ${id}, ${file && JSON.stringify(file)}::jsonb, ${problem}) as is_wanted`

export const forgetExports = () => sql`select private.forget_exports()`
