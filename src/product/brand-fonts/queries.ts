import { sql } from '#platform/pg/sql.ts'

/** Locks the brand of a space that the caller owns, and reads the name of its font. */
export const lockFont = (space: string) => sql`
	select brand ->> 'font_path' as path from public.spaces where id = ${space} for update`

/** @param font the members of the brand; null removes them */
export const setFont = (space: string, font: Record<string, string> | null) => sql`
	update public.spaces
	set brand = (brand - array['font_path', 'font_name', 'font_metrics']) || ${JSON.stringify(font ?? {})}::jsonb
	where id = ${space}`

type FontObject = { id: string; name: string; owner: string; version: string; metadata: Record<string, unknown> }

export const addFontObject = ({ id, name, owner, version, metadata }: FontObject) => sql`
	insert into storage.objects (id, bucket_id, name, owner, owner_id, version, metadata)
	values (${id}, 'brand', ${name}, ${owner}::uuid, ${owner}, ${version}, ${JSON.stringify(metadata)}::jsonb)`

/** Only of the space: a brand may name any path. */
export const removeFontObject = (space: string, name: string) => sql`
	delete from storage.objects where bucket_id = 'brand' and name = ${name} and starts_with(name, ${`${space}/`})
	returning version`
