import type { LoadedForm, StoredFormDraft } from '#web/features/forms/use-forms.ts'
import { errorCode, StaleError, unwrap } from '#web/lib/client/errors.ts'
import type { Client } from '#web/lib/client/supabase.ts'
import { isSameForm } from './describe-changes.ts'
import { applyChanges, type Changes, hasQuestionChanges } from './draft-changes.ts'
import { atOnceFields, type FormFields, toParts } from './form-draft.ts'

/**
 * Saves changes: fields that apply at once to the form, the others to its draft. A concurrent writer gets StaleError and merges.
 * @param base the version that the changes are based on
 */
export const saveChanges = async (client: Client, base: LoadedForm, changes: Changes): Promise<Partial<LoadedForm>> => {
	const atOnce: Partial<FormFields> = {}
	for (const field of atOnceFields) if (field in changes.form) Object.assign(atOnce, { [field]: changes.form[field] })
	const isAtOnce = Object.keys(atOnce).length > 0
	const isOfDraft = hasQuestionChanges(changes) || Object.keys(changes.form).some((field) => !(field in atOnce))
	const updated_at = isAtOnce ? await changeAtOnce(client, base, atOnce) : base.updated_at
	const draft = applyChanges(base.draft, changes)
	const published = { ...base.published, ...atOnce }
	const after = { updated_at, published, draft }
	if (!isOfDraft) return after
	return { ...after, stored: await storeDraft(client, { ...base, ...after }), overtaken: [] }
}

const changeAtOnce = async (client: Client, base: LoadedForm, change: Partial<FormFields>): Promise<string> => {
	const forms = client.from('forms').update(change).eq('id', base.id).eq('updated_at', base.updated_at)
	const [row] = unwrap(await forms.select('updated_at'))
	if (!row) throw new StaleError()
	return row.updated_at
}

const columns = 'version,edited_by,edited_at'

/** Stores the draft for all members, and removes it when it says what is published. */
const storeDraft = async (client: Client, form: LoadedForm): Promise<StoredFormDraft | null> => {
	const place = { space_id: form.space_id, form_id: form.id }
	const drafts = client.from('form_drafts')
	const [mine, base] = [toParts(form.draft), toParts(form.published)]
	const isNone = isSameForm(form.published, form.draft)
	if (!form.stored) {
		if (isNone) return null
		const added = await drafts
			.insert({ ...place, mine, base })
			.select(columns)
			.single()
		if (added.error && errorCode(added.error) === '23505') throw new StaleError()
		return unwrap(added)
	}
	const { version } = form.stored
	const write = isNone ? drafts.delete() : drafts.update({ mine, base })
	const [row] = unwrap(await write.match(place).eq('version', version).select(columns))
	if (!row) throw new StaleError()
	return isNone ? null : row
}

/**
 * Publishes the stored draft. Fails with StaleError, and nothing is published, when a person changed it or published the same part
 * since it was read.
 */
export const publishDraft = async (client: Client, form: LoadedForm): Promise<void> => {
	// Stored on what is published now: the person has seen what it replaces.
	const stored = form.overtaken.length > 0 ? await storeDraft(client, form) : form.stored
	if (!stored) return
	const published = await client.rpc('publish_form_draft', { form_id: form.id, version: stored.version })
	if (!unwrap(published)) throw new StaleError()
}
