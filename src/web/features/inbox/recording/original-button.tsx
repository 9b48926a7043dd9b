import { Download } from 'lucide-react'
import { toast } from 'sonner'
import type { InboxItem, ItemMedia } from '#web/features/inbox/data/inbox-item.ts'
import { useInbox } from '#web/features/inbox/inbox-context.tsx'
import { errorMessage, unwrap } from '#web/lib/client/errors.ts'
import { Button } from '#web/ui/button.tsx'
import { useRecordingMessages } from './use-recording-messages.ts'

const linkSeconds = 600

/** Downloads what the author sent, under their name. */
export function OriginalButton({ item, media }: { item: InboxItem; media: ItemMedia }) {
	const words = useRecordingMessages()
	const { client } = useInbox()
	const path = media.original_path
	if (path === null) return null
	const download = async () => {
		try {
			const name = `${item.author_name}.${path.split('.').at(-1)}`
			const signed = await client.storage.from('recordings').createSignedUrl(path, linkSeconds, { download: name })
			window.location.assign(unwrap(signed).signedUrl)
		} catch (error) {
			toast.error(errorMessage(error))
		}
	}
	return (
		<Button size="tiny" onClick={() => void download()}>
			<Download size={14} aria-hidden="true" />
			{words.download}
		</Button>
	)
}
