import { useEffect, useMemo, useState } from 'react'
import { type RecipientList, rowKey } from '#web/features/invitations/recipients/recipient-list.ts'
import { useSavedDraft } from '#web/lib/drafts/use-saved-draft.ts'

/** The ways to add recipients. */
export type AddingWay = 'paste' | 'file' | 'type'

/** An invitation that is being composed. A null text is the suggested one in the form's language. */
export type InvitationDraft = {
	formId: string | null
	lists: RecipientList[]
	way: AddingWay
	/** Pasted text that was not read yet, and the person being typed. */
	pasted: string
	typed: { name: string; email: string }
	subject: string | null
	message: string | null
	/** Days without an answer; null for no reminder. */
	remindAfterDays: number | null
	/** True when replies to the mail reach the member who sends it. */
	replyToMe: boolean
}

/** The draft before anything is typed. */
export const emptyDraft: InvitationDraft = {
	formId: null,
	lists: [],
	way: 'paste',
	pasted: '',
	typed: { name: '', email: '' },
	subject: null,
	message: null,
	remindAfterDays: 7,
	replyToMe: true,
}

/** Milliseconds from a change until the draft is stored; a list of thousands takes time to write. */
const savingDelay = 300

/** The draft of a space, kept in this browser until it is sent. */
export function useInvitationDraft(spaceId: string) {
	const [saved, save] = useSavedDraft(`plaudit-invitations-${spaceId}`, (stored: Partial<InvitationDraft> | null) =>
		stored ? { ...emptyDraft, ...stored } : null,
	)
	const [draft, setDraft] = useState(saved ?? emptyDraft)
	const [isSaved, setSaved] = useState(saved !== null)
	const actions = useMemo(() => {
		// The latest draft is not only React state: the page may be left before a change is rendered.
		let latest = saved ?? emptyDraft
		let timer: ReturnType<typeof setTimeout> | undefined
		const flush = () => {
			if (timer === undefined) return
			clearTimeout(timer)
			timer = undefined
			save(isEmpty(latest) ? null : latest)
			setSaved(!isEmpty(latest))
		}
		const change = (next: InvitationDraft) => {
			latest = next
			setDraft(next)
			timer ??= setTimeout(flush, savingDelay)
		}
		return {
			edit: (part: Partial<InvitationDraft>) => change({ ...latest, ...part }),
			editList: (id: string, changeList: (list: RecipientList) => RecipientList | null) =>
				change({
					...latest,
					lists: latest.lists.flatMap((list) => (list.id === id ? (changeList(list) ?? []) : list)),
				}),
			/** Empties the draft after it was sent. Rows of these keys stay: their addresses need mending. */
			clear: (kept: readonly string[]) => {
				change({ ...emptyDraft, formId: latest.formId, lists: keepRows(latest.lists, new Set(kept)) })
				flush()
			},
			flush,
		}
	}, [save, saved])
	useEffect(() => {
		window.addEventListener('pagehide', actions.flush)
		return () => {
			window.removeEventListener('pagehide', actions.flush)
			actions.flush()
		}
	}, [actions])
	return { draft, isSaved, edit: actions.edit, editList: actions.editList, clear: actions.clear }
}

function keepRows(lists: readonly RecipientList[], kept: ReadonlySet<string>): RecipientList[] {
	return lists
		.map((list) => ({ ...list, rows: list.rows.map((cells, at) => (kept.has(rowKey(list.id, at)) ? cells : [])) }))
		.filter(({ rows }) => rows.some((cells) => cells.length > 0))
}

function isEmpty({ lists, pasted, typed, subject, message }: InvitationDraft): boolean {
	const hasText = [pasted, typed.name, typed.email].some((text) => text !== '')
	return lists.length === 0 && !hasText && subject === null && message === null
}
