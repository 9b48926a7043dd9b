import { useQuery } from '@tanstack/react-query'
import { Code, Download, ExternalLink, FileText, Link as LinkIcon, Quote, Share2, ShieldCheck } from 'lucide-react'
import { toast } from 'sonner'
import type { WallItem } from '#shared/wall/wall.ts'
import { inboxKeys } from '#web/features/inbox/data/inbox-cache.ts'
import type { InboxItem } from '#web/features/inbox/data/inbox-item.ts'
import { IconButton } from '#web/features/inbox/icon-button.tsx'
import { useInbox } from '#web/features/inbox/inbox-context.tsx'
import { unwrap } from '#web/lib/client/errors.ts'
import { publicUrl } from '#web/lib/spaces/public-url.ts'
import { asText } from '#web/public/wall/share-text.ts'
import { copyText } from '#web/ui/copy-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/overlays/menu.tsx'
import { asHtml, asMarkdown } from './share-markup.ts'

/** Link, words and pictures of a public testimonial, as the public sees it. Nothing is drawn for any other. */
export function ShareMenu({ item }: { item: InboxItem }) {
	const shown = useShownItem(item)
	if (!shown) return null
	const url = publicUrl.testimonial(item.id)
	const shared = { ...shown, url }
	const copy = async (text: string, done: string) => {
		if (await copyText(text)) toast(done)
	}
	const share = () =>
		navigator.share({ title: document.title, text: asText(shared).replace(`\n${url}`, ''), url }).catch((error) => {
			// The person closed the dialog.
			if ((error as Error).name !== 'AbortError') toast('The browser could not open its share dialog.')
		})
	return (
		<Menu align="end" trigger={<IconButton label="Share" title="Share  Y" aria-keyshortcuts="y" Icon={Share2} />}>
			{'share' in navigator ? (
				<MenuItem onSelect={share}>
					<Share2 size={16} aria-hidden="true" />
					Share…
				</MenuItem>
			) : null}
			<MenuItem onSelect={() => copy(url, 'The link is copied. Anybody can open it.')}>
				<LinkIcon size={16} aria-hidden="true" />
				Copy public link
			</MenuItem>
			<MenuItem onSelect={() => copy(asText(shared), 'Copied with name and link.')}>
				<Quote size={16} aria-hidden="true" />
				Copy as text
			</MenuItem>
			<MenuItem onSelect={() => copy(asHtml(shared), 'Copied as HTML.')}>
				<Code size={16} aria-hidden="true" />
				Copy as HTML
			</MenuItem>
			<MenuItem onSelect={() => copy(asMarkdown(shared), 'Copied as Markdown.')}>
				<FileText size={16} aria-hidden="true" />
				Copy as Markdown
			</MenuItem>
			<MenuSeparator />
			<MenuItem asChild>
				<a href={`${url}/card.png`} download={`testimonial-${item.id.slice(0, 8)}.png`}>
					<Download size={16} aria-hidden="true" />
					Picture, 1200 × 630
				</a>
			</MenuItem>
			<MenuItem asChild>
				<a href={`${url}/card.png?shape=square`} download={`testimonial-${item.id.slice(0, 8)}-square.png`}>
					<Download size={16} aria-hidden="true" />
					Picture, square
				</a>
			</MenuItem>
			<MenuItem asChild>
				<a href={url} target="_blank" rel="noreferrer">
					<ExternalLink size={16} aria-hidden="true" />
					Open its page
				</a>
			</MenuItem>
			<MenuItem asChild>
				<a href={publicUrl.proof(item.id)} target="_blank" rel="noreferrer">
					<ShieldCheck size={16} aria-hidden="true" />
					Proof of its words
				</a>
			</MenuItem>
		</Menu>
	)
}

/** A testimonial exactly as the public sees it; null while it is not public, undefined until that is known. */
function useShownItem(item: InboxItem): WallItem | null | undefined {
	const { client, space } = useInbox()
	const { status, spam_state, version, shows_title, excerpt_start, excerpt_end, withdrawn_at, consents, media } = item
	const state = JSON.stringify([
		status,
		spam_state,
		version,
		shows_title,
		excerpt_start,
		excerpt_end,
		withdrawn_at,
		consents,
		media,
	])
	const { data } = useQuery({
		queryKey: [...inboxKeys.detail(space.id, item.id), 'shown', state],
		queryFn: async ({ signal }) => {
			const shown = client.from('public_testimonials').select('item').eq('space_id', space.id).eq('id', item.id)
			const [row] = unwrap(await shown.abortSignal(signal)) as { item: string }[]
			return row ? (JSON.parse(row.item) as WallItem) : null
		},
		enabled: status === 'approved',
		retry: false,
	})
	return status === 'approved' ? data : null
}
