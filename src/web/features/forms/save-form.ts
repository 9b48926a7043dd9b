import { check } from '#web/lib/errors.ts'
import { StaleError } from '#web/lib/merge.ts'
import type { Client } from '#web/lib/supabase.ts'
import type { Changes, PlacedQuestion } from './draft-changes.ts'

/** Which form, and the version that the changes start from. */
export type Version = { id: string; space_id: string; updated_at: string }

const columns = ({ id: _id, ...question }: PlacedQuestion) => question

/**
 * Sends changes and returns the new `updated_at`. The form's own row goes first, even when only
 * questions changed: whoever comes second finds a newer version and merges. Throws StaleError then,
 * else the wire's error.
 */
export const saveForm = async (
	client: Client,
	version: Version,
	changes: Changes,
	name: string,
): Promise<string> => {
	const { data } = await client
		.from('forms')
		.update(Object.keys(changes.form).length > 0 ? changes.form : { name })
		.eq('id', version.id)
		.eq('updated_at', version.updated_at)
		.select('updated_at')
		.throwOnError()
	const [row] = data
	if (!row) throw new StaleError()
	const table = () => client.from('form_questions')
	if (changes.removed.length > 0) check(await table().delete().in('id', changes.removed))
	for (const question of changes.changed)
		check(await table().update(columns(question)).eq('id', question.id))
	if (changes.added.length > 0)
		check(
			await table().insert(
				changes.added.map((question) => ({
					...question,
					form_id: version.id,
					space_id: version.space_id,
				})),
			),
		)
	return row.updated_at
}
