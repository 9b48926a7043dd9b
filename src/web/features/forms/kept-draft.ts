import { same } from '#web/lib/merge.ts'
import { readStored, writeStored } from '#web/lib/stored.ts'
import { mergeDrafts } from './draft-changes.ts'
import type { FormDraft } from './form-draft.ts'
import type { LoadedForm } from './forms-data.ts'

/** What had not reached the server when the page closed, with the state it started from. */
type Kept = { base: FormDraft; draft: FormDraft }

const key = (formId: string): string => `plaudit-form-draft-${formId}`

/** Keeps a draft in this browser until it is saved. */
export const keepDraft = (known: LoadedForm, draft: FormDraft): void =>
	writeStored(key(known.id), JSON.stringify({ base: known.draft, draft } satisfies Kept))

/** Forgets it, once it is saved or given up. */
export const forgetDraft = (formId: string): void => writeStored(key(formId), null)

/** The draft that was left unsaved, brought up to the server's state; null when there is none. */
export const keptDraft = (loaded: LoadedForm): { draft: FormDraft } | null => {
	try {
		const kept = JSON.parse(readStored(key(loaded.id)) ?? 'null') as Kept | null
		if (!kept?.base || !Array.isArray(kept.draft?.questions)) return null
		const { draft } = mergeDrafts(kept.base, kept.draft, loaded.draft)
		return same(draft, loaded.draft) ? null : { draft }
	} catch {
		return null
	}
}
