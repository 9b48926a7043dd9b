import { useEffect } from 'react'
import type { RecordingMessages } from '#web/i18n/en/recording.ts'
import { interpolate } from '#web/i18n/messages.ts'
import { maxDraftAge } from '#web/public/collect/draft/recording-mark.ts'
import { upload as uploadSign } from '#web/public/page-shell/action-icons.ts'
import { alert, camera, Icon, microphone, offline, tick } from '#web/public/page-shell/icons.tsx'
import { fittingSeconds, isOverLimit, type RecordingLimits } from '#web/public/recorder/recording-limits.ts'
import type { Take } from '#web/public/recorder/takes/take-store.ts'
import { CardButtons, FailedButtons } from './card-buttons.tsx'
import { formatClock, formatMegabytes, formatTimeLeft, sentOfText } from './format-recording.ts'
import type { HeldTake } from './held-take.ts'
import { saveTake } from './save-take.ts'
import { tooLongText } from './too-long-text.ts'
import type { UploadStatus } from './upload/upload-status.ts'
import { useCoverPicture } from './use-cover-picture.ts'

type CardProps = { words: RecordingMessages; lang: string; onWatch: () => void; onRemove: () => void }

/** The accepted take on its way: the only place that speaks of bytes. Each change of its state is announced once. */
export function RecordingCard(
	props: CardProps & { take: HeldTake; upload: UploadStatus; onReplace: () => void; onRetry: () => void },
) {
	const { take, upload, words, lang, onWatch } = props
	const isVideo = take.kind === 'video'
	const isFailed = upload.phase === 'failed'
	const isGone = upload.phase === 'failed' && upload.problem === 'unreadable'
	const isThere = upload.phase === 'done'
	const cover = useCoverPicture(take)
	useUnstoredWarning(Boolean(take.isUnstored))
	return (
		<section className="take-card" aria-label={isVideo ? words.yourVideo : words.yourAudio}>
			<Thumb cover={cover} kind={take.kind} />
			<div className="take-facts">
				<h3>
					{isVideo ? words.yourVideo : words.yourAudio}
					<span className="nums">{figures(take, upload, words, lang)}</span>
				</h3>
				{'sent' in upload && !isThere ? (
					<progress
						className={upload.phase === 'uploading' ? undefined : 'rest'}
						aria-label={isVideo ? words.uploadOfVideo : words.uploadOfAudio}
						value={upload.sent}
						max={upload.total}
					/>
				) : null}
				<p className={isFailed ? 'stand failed' : isThere ? 'stand there' : 'stand'} role="status">
					<Icon drawing={isFailed ? alert : isThere ? tick : upload.phase === 'offline' ? offline : uploadSign} />
					<span>{sentence(upload, words, lang)}</span>
				</p>
				{upload.phase === 'uploading' && upload.secondsLeft !== null ? (
					<p className="hint">{interpolate(words.left, { time: formatTimeLeft(upload.secondsLeft, lang) })}</p>
				) : null}
				{take.isUnstored && !isThere ? <p className="hint">{words.notStored}</p> : null}
			</div>
			<CardButtons words={words} onRemove={props.onRemove}>
				{upload.phase === 'failed' ? (
					<FailedButtons {...{ take, words }} problem={upload.problem} onRetry={props.onRetry} />
				) : take.seconds > 0 ? (
					<button className="btn" type="button" onClick={onWatch}>
						{isVideo ? words.watch : words.listen}
					</button>
				) : null}
				<button className={isGone ? 'btn first' : 'btn'} type="button" onClick={props.onReplace}>
					{words.replace}
				</button>
			</CardButtons>
			{isThere || isFailed ? null : <p className="hint">{words.needNotWait}</p>}
		</section>
	)
}

type KeptCardProps = Omit<CardProps, 'onWatch'> & {
	take: Take
	limits: RecordingLimits
	onWatch: (opens?: 'part' | 'first') => void
}

/** A take that was not accepted, up to the last second. One above the limit is cut first. */
export function KeptCard(props: KeptCardProps) {
	return isOverLimit(props.take, props.limits) ? <TooLongCard {...props} /> : <WholeCard {...props} />
}

function WholeCard({ take, words, lang, onWatch, onRemove }: KeptCardProps) {
	const cover = useCoverPicture(take)
	const day = { weekday: 'long', hour: '2-digit', minute: '2-digit' } as const
	const end = new Date(take.createdAt + maxDraftAge).toLocaleDateString(lang, { day: 'numeric', month: 'long' })
	return (
		<section className="take-card" aria-label={words.keptTitle}>
			<Thumb cover={cover} kind={take.kind} />
			<div className="take-facts">
				<h3>
					{words.keptTitle}
					<span className="nums">{take.seconds > 0 ? formatClock(take.seconds) : null}</span>
				</h3>
				<p className="hint">
					{interpolate(words.keptText, { when: new Date(take.createdAt).toLocaleString(lang, day), end })}
				</p>
			</div>
			<CardButtons words={words} onRemove={onRemove}>
				<button className="btn first" type="button" onClick={() => onWatch()}>
					{words.lookAtIt}
				</button>
				<button className="btn" type="button" onClick={() => void saveTake(take)}>
					{words.save}
				</button>
			</CardButtons>
		</section>
	)
}

function TooLongCard({ take, limits, words, lang, onWatch, onRemove }: KeptCardProps) {
	const cover = useCoverPicture(take)
	const isLarge = take.bytes > limits.maxBytes
	const most = fittingSeconds(take, limits)
	const title = isLarge ? words.tooLargeTitle : words.tooLongTitle
	return (
		<section className="take-card" aria-label={title}>
			<Thumb cover={cover} kind={take.kind} />
			<div className="take-facts">
				<h3>
					{title}
					<span className="nums">{formatClock(take.seconds)}</span>
				</h3>
				<p className="stand failed" role="status">
					<Icon drawing={alert} />
					<span>{tooLongText(take, limits, words, lang)}</span>
				</p>
			</div>
			<CardButtons words={words} onRemove={onRemove}>
				<button className="btn first" type="button" onClick={() => onWatch('first')}>
					{interpolate(words.useFirst, { time: formatClock(most) })}
				</button>
				<button className="btn" type="button" onClick={() => onWatch('part')}>
					{words.choosePart}
				</button>
			</CardButtons>
		</section>
	)
}

/** The browser asks before the page is left with a recording that only the page has. */
function useUnstoredWarning(isUnstored: boolean): void {
	useEffect(() => {
		if (!isUnstored) return
		const ask = (event: Event) => event.preventDefault()
		addEventListener('beforeunload', ask)
		return () => removeEventListener('beforeunload', ask)
	}, [isUnstored])
}

/** The picture of a take, or the sign of its kind. */
export function Thumb({ cover, kind }: { cover: string | null; kind: Take['kind'] }) {
	return (
		<div className="take-thumb" aria-hidden="true">
			{cover ? <img src={cover} alt="" /> : <Icon drawing={kind === 'video' ? camera : microphone} />}
		</div>
	)
}

function figures(take: HeldTake, upload: UploadStatus, words: RecordingMessages, lang: string): string {
	if ('sent' in upload && upload.phase !== 'done') return sentOfText(upload, words, lang)
	return take.seconds > 0 ? formatClock(take.seconds) : (take.name ?? '')
}

/** The state in words; they change with the phase and not with each part, because they are announced. */
function sentence(upload: UploadStatus, words: RecordingMessages, lang: string): string {
	switch (upload.phase) {
		case 'none':
		case 'starting':
			return words.starting
		case 'uploading':
			return upload.resumedAt && upload.resumedAt >= 1_048_576
				? interpolate(words.resumed, { n: formatMegabytes(upload.resumedAt, lang) })
				: words.uploading
		case 'delayed':
			return interpolate(words[upload.reason], {
				time: formatTimeLeft((upload.until - Date.now()) / 1000, lang),
			})
		case 'failed':
			return words[upload.problem]
		case 'done':
			return words.arrived
		default:
			return words[upload.phase]
	}
}
