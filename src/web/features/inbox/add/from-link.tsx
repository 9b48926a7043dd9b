import { useMutation } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import { useState } from 'react'
import type { LinkPreview } from '#shared/import/import-api.ts'
import { useInbox } from '#web/features/inbox/inbox-context.tsx'
import { toFieldProblem } from '#web/lib/client/field-problem.ts'
import { formatList } from '#web/lib/format/format.ts'
import type { AddedDraft } from '#web/lib/testimonials/send-added.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import type { AddedEntry } from './line-field.tsx'

type FromLinkProps = Pick<AddedEntry, 'draft' | 'change'> & { portrait: File | null; onPortrait: (file: File) => void }

/** Fills the form from a page that a person wrote on. What was typed already stays; nothing is saved. */
export function FromLink({ draft, change, portrait, onPortrait }: FromLinkProps) {
	const { client } = useInbox()
	const [url, setUrl] = useState('')
	const [said, setSaid] = useState<string>()
	const look = useMutation({
		mutationFn: async (address: string) => {
			const { data, error } = await client.functions.invoke<LinkPreview>('link-preview', { body: { url: address } })
			if (error) throw await toFieldProblem(error, 'url')
			if (!data) throw new Error('no answer')
			return data
		},
		onSuccess: (preview) => {
			const { part, filled } = proposalOf(preview, draft)
			change(part)
			if (preview.portrait && !portrait) {
				onPortrait(toFile(preview.portrait))
				filled.push('the portrait')
			}
			setSaid(
				filled.length > 0
					? `${preview.site ?? 'The page'} gave ${formatList(filled, 'en')}. Check each against the page before you add it.`
					: `${preview.title ? `“${preview.title}”` : 'The page'} gives no words that can be read here. The link is kept: paste the words below.`,
			)
		},
	})
	const read = () => {
		setSaid(undefined)
		if (url.trim() !== '' && !look.isPending) look.mutate(url.trim())
	}
	return (
		<div className="added-link">
			<TextField
				label="From a page"
				aside={<span className="ui-quiet ui-small">optional</span>}
				type="url"
				dir="ltr"
				placeholder="https://"
				autoComplete="off"
				maxLength={2000}
				value={url}
				error={look.error ? look.error.message : undefined}
				help={said ?? 'Paste its address: what the page tells is filled in below, for you to check.'}
				onChange={({ target }) => {
					look.reset()
					setUrl(target.value)
				}}
				onKeyDown={(event) => {
					if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
					// Enter reads the page; it does not send the form.
					event.preventDefault()
					read()
				}}
				after={
					<Button variant="quiet" busy={look.isPending} disabled={url.trim() === ''} onClick={read}>
						<Link2 size={16} aria-hidden="true" />
						Read it
					</Button>
				}
			/>
		</div>
	)
}

/** The page's values for the fields that are still empty, and their names. */
function proposalOf({ url, text, name, rating, said_on, site }: LinkPreview, draft: AddedDraft) {
	const part: Partial<AddedDraft> = { source_url: url }
	const filled: string[] = []
	if (text && draft.body.trim() === '') {
		part.body = text
		filled.push('the words')
	}
	if (name && draft.name.trim() === '') {
		part.name = name
		filled.push('the name')
	}
	if (rating && draft.rating === null) {
		part.rating = rating
		filled.push('the stars')
	}
	if (said_on && draft.said_on === '') {
		part.said_on = said_on
		filled.push('the date')
	}
	if (site && draft.origin.trim() === '') part.origin = site
	return { part, filled }
}

/** A small picture of a data URL. */
function toFile(url: string): File {
	const [, type = '', base64 = ''] = /^data:([^;]+);base64,(.+)$/.exec(url) ?? []
	return new File([Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))], 'portrait', { type })
}
