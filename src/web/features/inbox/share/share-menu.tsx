import { useQuery } from '@tanstack/react-query'
import {
	Code,
	Download,
	ExternalLink,
	FileText,
	Link as LinkIcon,
	type LucideIcon,
	Quote,
	Share2,
	ShieldCheck,
} from 'lucide-react'
import type { ComponentProps } from 'react'
import { toast } from 'sonner'
import type { WallItem } from '#shared/wall/wall.ts'
import { inboxKeys } from '#web/features/inbox/data/inbox-cache.ts'
import type { InboxItem } from '#web/features/inbox/data/inbox-item.ts'
import { useInbox } from '#web/features/inbox/inbox-context.tsx'
import { unwrap } from '#web/lib/client/errors.ts'
import { publicUrl } from '#web/lib/spaces/public-url.ts'
import { asText } from '#web/public/wall/share-text.ts'
import { copyText } from '#web/ui/copy-button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
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
	const copies: [LucideIcon, label: string, text: string, done: string][] = [
		[LinkIcon, 'Copy public link', url, 'The link is copied. Anybody can open it.'],
		[Quote, 'Copy as text', asText(shared), 'Copied with name and link.'],
		[Code, 'Copy as HTML', asHtml(shared), 'Copied as HTML.'],
		[FileText, 'Copy as Markdown', asMarkdown(shared), 'Copied as Markdown.'],
	]
	const file = `testimonial-${item.id.slice(0, 8)}`
	const elsewhere = { target: '_blank', rel: 'noreferrer' }
	const links: [LucideIcon, label: string, link: ComponentProps<'a'>][] = [
		[Download, 'Picture, 1200 × 630', { href: `${url}/card.png`, download: `${file}.png` }],
		[Download, 'Picture, square', { href: `${url}/card.png?shape=square`, download: `${file}-square.png` }],
		[ExternalLink, 'Open its page', { href: url, ...elsewhere }],
		[ShieldCheck, 'Proof of its words', { href: publicUrl.proof(item.id), ...elsewhere }],
	]
	return (
		<Menu align="end" trigger={<IconButton label="Share" title="Share  Y" aria-keyshortcuts="y" Icon={Share2} />}>
			{'share' in navigator ? (
				<MenuItem onSelect={share}>
					<Share2 size={16} aria-hidden="true" />
					Share…
				</MenuItem>
			) : null}
			{copies.map(([Icon, label, text, done]) => (
				<MenuItem key={label} onSelect={() => copy(text, done)}>
					<Icon size={16} aria-hidden="true" />
					{label}
				</MenuItem>
			))}
			<MenuSeparator />
			{links.map(([Icon, label, link]) => (
				<MenuItem key={label} asChild>
					<a {...link}>
						<Icon size={16} aria-hidden="true" />
						{label}
					</a>
				</MenuItem>
			))}
		</Menu>
	)
}

/** A testimonial exactly as the public sees it; null while it is not public, undefined until that is known. */
function useShownItem(item: InboxItem): WallItem | null | undefined {
	const { client, space } = useInbox()
	const { status, spam_state, version, shows_title, excerpt_start, excerpt_end, withdrawn_at, consents, media } = item
	const words = [version, shows_title, excerpt_start, excerpt_end]
	const state = JSON.stringify([status, spam_state, ...words, withdrawn_at, consents, media])
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
