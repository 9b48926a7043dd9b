import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { splitExcerpt } from '#shared/wall/split-excerpt.ts'
import { findRecording, patchRecording } from '#web/features/inbox/data/inbox-cache.ts'
import type { InboxItem, ItemMedia } from '#web/features/inbox/data/inbox-item.ts'
import { countWords } from '#web/features/inbox/detail/excerpt.ts'
import { ExcerptEditor } from '#web/features/inbox/detail/excerpt-editor.tsx'
import { useInbox } from '#web/features/inbox/inbox-context.tsx'
import type { StoredCaptions } from '#web/features/inbox/recording/captions/use-captions.ts'
import { cuesOf } from '#web/features/inbox/recording/captions/use-captions.ts'
import type { Player } from '#web/features/inbox/recording/player/create-player.ts'
import { formatRecordingTime } from '#web/features/inbox/recording/recording-time.ts'
import { useRecordingMessages } from '#web/features/inbox/recording/use-recording-messages.ts'
import { interpolate } from '#web/i18n/messages.ts'
import { errorMessage } from '#web/lib/client/errors.ts'
import { TextButton } from '#web/ui/button.tsx'
import { quoteRange, transcriptParts, transcriptText } from './transcript.ts'

type QuoteProps = {
	item: InboxItem
	media: ItemMedia
	/** Those that are published; a draft cannot be quoted. */
	captions: StoredCaptions | undefined
	player: Player
}

/** The words of a recording, and the part of it that is shown where a wall needs words. */
export function QuoteSection({ item, media, captions, player }: QuoteProps) {
	const words = useRecordingMessages()
	const title = useId()
	const { canEdit } = useInbox()
	const [isEditing, setIsEditing] = useState(false)
	const choose = useChooseQuote(item, media)
	if (!captions) return null
	const cues = cuesOf(captions)
	const text = transcriptText(cues)
	const all = countWords(text)
	const save = (quote: string | null) => {
		setIsEditing(false)
		choose.mutate(quote)
	}
	return (
		<section className="recording-section" aria-labelledby={title}>
			<div className="recording-head">
				<h3 id={title}>{words.quoteTitle}</h3>
				<span className="ui-small ui-quiet">
					{media.quote === null
						? words.quoteNone
						: interpolate(words.quoteSource, { shown: countWords(media.quote), all })}
				</span>
			</div>
			{isEditing ? (
				<ExcerptEditor
					body={text}
					lang={captions.locale}
					excerpt={quoteRange(text, media.quote)}
					texts={{
						title: words.choosePart,
						help: words.chooseHelp,
						start: words.startTime,
						end: words.endTime,
						earlier: (edge) => interpolate(words.wordEarlier, { edge }),
						later: (edge) => interpolate(words.wordLater, { edge }),
						count: (shown, of) => interpolate(words.wordsOf, { shown, all: of }),
						showPart: words.showPart,
						showAll: words.quoteAll,
						cancel: words.cancel,
					}}
					onCancel={() => setIsEditing(false)}
					onSave={(excerpt) => save(excerpt ? splitExcerpt(text, excerpt).shown : text)}
				/>
			) : (
				<p className="recording-transcript" lang={captions.locale} dir="auto">
					{transcriptParts(cues, media.quote).map(({ time, words: part, isQuoted }, at) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity of their own
						<span key={at}>
							{time === null ? null : <JumpButton player={player} time={time} />}
							{isQuoted ? <mark>{part}</mark> : part}
						</span>
					))}
				</p>
			)}
			{canEdit && !isEditing ? (
				<p className="recording-links">
					<TextButton onClick={() => setIsEditing(true)}>
						{media.quote === null ? words.quoteChoose : words.quoteOther}
					</TextButton>
					{media.quote === text ? null : <TextButton onClick={() => save(text)}>{words.quoteAll}</TextButton>}
					{media.quote === null ? null : <TextButton onClick={() => save(null)}>{words.quoteRemove}</TextButton>}
				</p>
			) : null}
			{choose.isError ? (
				<p className="ui-error" role="alert">
					{errorMessage(choose.error)}
				</p>
			) : null}
		</section>
	)
}

function JumpButton({ player, time }: { player: Player; time: number }) {
	const words = useRecordingMessages()
	const shown = formatRecordingTime(time)
	return (
		<button type="button" aria-label={interpolate(words.jumpTo, { time: shown })} onClick={() => player.seek(time)}>
			{shown}
		</button>
	)
}

/** Saves a quotation: shown at once, taken back when it is refused. */
const useChooseQuote = (item: InboxItem, media: ItemMedia) => {
	const words = useRecordingMessages()
	const { client, space, announce, refresher } = useInbox()
	const cache = useQueryClient()
	const show = (quote: string | null) => patchRecording(cache, space.id, item.id, media.id, { quote })
	return useMutation({
		mutationFn: async (quote: string | null) =>
			client.rpc('choose_quote', { media_id: media.id, quote }).throwOnError(),
		onMutate: (quote) => {
			const before = findRecording(cache, space.id, item.id, media.id)?.quote
			refresher.hold([item.id])
			show(quote)
			return before
		},
		onSuccess: (_, quote) => announce(quote === null ? words.quoteRemoved : words.quoteSaved),
		onError: (_, _quote, before) => show(before ?? null),
		onSettled: () => refresher.release([item.id]),
	})
}
