import type { RecordingMessages } from '#web/i18n/en/recording.ts'
import { alert, clock, Icon, tick } from '#web/public/page-shell/icons.tsx'
import { Waveform } from '#web/public/receipt/waveform.tsx'
import { formatClock } from './format-recording.ts'
import type { HeldTake } from './held-take.ts'
import { Thumb } from './recording-card.tsx'
import { useCoverPicture } from './use-cover-picture.ts'
import { usePreparation } from './use-preparation.ts'

type Props = {
	take: HeldTake
	/** Read before this device forgot the take; absent when it was lost earlier. */
	file: Blob | undefined
	receiptUrl: string
	words: RecordingMessages
}

/** The sent recording, with the progress of its preparation. */
export function SentCard({ take, file, receiptUrl, words }: Props) {
	const cover = useCoverPicture(take, file)
	const recording = usePreparation(receiptUrl)
	const isVideo = take.kind === 'video'
	const title = isVideo ? words.yourVideo : words.yourAudio
	const seconds = recording?.seconds ?? take.seconds
	const isReady = recording?.state === 'ready'
	const isFailed = recording?.state === 'failed'
	return (
		<section className="take-card" aria-label={title}>
			<Thumb cover={cover ?? recording?.poster_url ?? null} kind={take.kind} />
			<div className="take-facts">
				<h3>
					{title}
					<span className="nums">{seconds > 0 ? formatClock(seconds) : null}</span>
				</h3>
				<div className={isVideo ? undefined : 'take-wave'}>
					{isReady && recording.peaks ? <Waveform peaks={recording.peaks} /> : null}
					{isReady || isFailed ? null : (
						<progress aria-label={words.preparation} value={recording?.progress ?? 0} max={100} />
					)}
				</div>
				<p className={isFailed ? 'stand failed' : isReady ? 'stand there' : 'stand'} role="status">
					<Icon drawing={isFailed ? alert : isReady ? tick : clock} />
					<span>{isFailed ? words.unprepared : isReady ? words.prepared : words.preparing}</span>
				</p>
			</div>
		</section>
	)
}
