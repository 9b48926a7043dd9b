import { useMutation, useQuery } from '@tanstack/react-query'
import { Image } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { InboxItem, ItemMedia } from '#web/features/inbox/data/inbox-item.ts'
import { useInbox } from '#web/features/inbox/inbox-context.tsx'
import { errorMessage } from '#web/lib/client/errors.ts'
import { Button } from '#web/ui/button.tsx'
import type { Player } from './player/create-player.ts'
import { useRecordingMessages } from './use-recording-messages.ts'

const pollMilliseconds = 1000
/** Seconds after which a job that makes a cover counts as late. */
const lateAfter = 120

/** The cover of a video: a job makes its picture, in a moment, under the same or another path. */
export const useCover = (item: InboxItem, media: ItemMedia) => {
	const { client, refresher } = useInbox()
	const [awaited, setAwaited] = useState<{ former: string } | null>(null)
	const [isLate, setIsLate] = useState(false)
	useEffect(() => {
		setIsLate(false)
		if (!awaited) return
		const timer = setTimeout(() => setIsLate(true), lateAfter * 1000)
		return () => clearTimeout(timer)
	}, [awaited])
	const path = media.poster_path
	const { data: made = '', refetch } = useQuery({
		queryKey: ['file-made', path],
		queryFn: async () => {
			const { data } = await client.storage.from('recordings').info(path ?? '')
			return `${path} ${data?.lastModified ?? ''} ${data?.etag ?? ''}`
		},
		enabled: path !== null && awaited !== null,
		refetchInterval: isLate ? false : pollMilliseconds,
	})
	const isMade = awaited !== null && made !== '' && made !== awaited.former
	const choose = useMutation({
		mutationFn: async (seconds: number) => {
			const former = path === null ? '' : ((await refetch()).data ?? '')
			await client.rpc('choose_cover', { media_id: media.id, seconds }).throwOnError()
			return former
		},
		onSuccess: (former) => {
			setAwaited({ former })
			refresher.add([item.id])
		},
	})
	return { version: made, choose, isMaking: awaited !== null && !isMade && !isLate, isMade, isLate: isLate && !isMade }
}

/** Makes the frame that is shown the cover. */
export function CoverButton({ player, cover }: { player: Player; cover: ReturnType<typeof useCover> }) {
	const words = useRecordingMessages()
	const { choose, isMaking, isMade, isLate } = cover
	return (
		<>
			<Button
				size="tiny"
				busy={choose.isPending}
				onClick={() => choose.mutate(Math.round(player.timeNow() * 100) / 100)}
			>
				<Image size={14} aria-hidden="true" />
				{words.cover}
			</Button>
			<span className="ui-small ui-quiet" role="status">
				{choose.isError ? errorMessage(choose.error) : null}
				{isMaking ? words.coverMaking : null}
				{isMade ? words.coverMade : null}
				{isLate ? words.coverLate : null}
			</span>
		</>
	)
}
