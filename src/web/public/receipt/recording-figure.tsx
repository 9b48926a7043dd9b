import type { Receipt, ReceiptMedia } from '#shared/form/receipt.ts'
import type { MediaProblem } from '#shared/recording/media-problems.ts'
import { formatClock } from '#web/public/collect/recording-field/format-recording.ts'
import { alert, clock, Icon } from '#web/public/page-shell/icons.tsx'
import type { ReceiptTexts } from './receipt-text.ts'
import { Waveform } from './waveform.tsx'

type Props = { recording: ReceiptMedia; receipt: Receipt; texts: ReceiptTexts }

/** The recordings of a testimonial: the one that visitors get, and one that waits to replace it. */
export function RecordingFigures({ receipt, texts }: Omit<Props, 'recording'>) {
	const recordings = receipt.media.filter(({ kind }) => kind !== 'photo')
	const isSeveral = recordings.length > 1
	return (
		<div className="recordings" id="recordings">
			{recordings.map((recording) => (
				<figure
					key={recording.id}
					className="recording"
					data-part={recording.id}
					data-state={[recording.state, recording.problem, recording.is_replacement, isSeveral].join()}
					data-said={outcome(recording, receipt, texts)}
				>
					{isSeveral ? <figcaption>{placeOf(recording, receipt, texts)}</figcaption> : null}
					<Recording recording={recording} receipt={receipt} texts={texts} />
				</figure>
			))}
		</div>
	)
}

/** The words for a screen reader when the state of a recording has changed. */
function outcome({ state, problem }: ReceiptMedia, { space }: Receipt, { say }: ReceiptTexts): string | undefined {
	if (state === 'ready') return say('isReady')
	if (state !== 'failed') return undefined
	return `${say('failed')}. ${say(`problem_${problem ?? 'interrupted'}`, { space: space.name })}`
}

function placeOf({ is_replacement }: ReceiptMedia, { is_public, status, space }: Receipt, { say }: ReceiptTexts) {
	if (!is_replacement) return say(is_public ? 'onWall' : 'former')
	return status === 'approved' ? say('approved') : say('waits', { space: space.name })
}

function Recording(props: Props) {
	const { recording, texts, receipt } = props
	const { original_url: original, trim } = recording
	// Words that were typed go first.
	const quote = receipt.body === '' ? recording.quote : null
	const said = recording.captions.find(({ transcript }) => transcript.replaceAll('\n', ' ').includes(quote ?? ''))
	const part = trim && { start: formatClock(trim.start), end: formatClock(trim.end), space: receipt.space.name }
	return (
		<>
			{recording.state === 'ready' && recording.url ? (
				<Player {...props} url={recording.url} />
			) : recording.state === 'failed' ? (
				<Failure {...props} />
			) : (
				<Preparation {...props} />
			)}
			{part ? <p className="small quiet">{texts.say('shownPart', part)}</p> : null}
			{quote ? (
				<p className="small quiet">
					{texts.say('shownWords', { space: receipt.space.name })}{' '}
					<q dir="auto" lang={said?.locale}>
						{quote}
					</q>
				</p>
			) : null}
			<Transcript recording={recording} texts={texts} />
			{original ? (
				<a className="small tall" href={original} download>
					{texts.say('original')}
				</a>
			) : null}
		</>
	)
}

function Player({ recording, texts, url }: Props & { url: string }) {
	const { kind, poster_url, width, height, captions, peaks } = recording
	const common = { controls: true, preload: 'none', src: url, 'aria-label': texts.say('yours') } as const
	const names = new Intl.DisplayNames([texts.lang], { type: 'language' })
	const track = captions.map(({ locale, url: vtt }) => (
		<track key={locale} kind="captions" srcLang={locale} label={names.of(locale)} src={vtt} />
	))
	if (kind === 'audio')
		return (
			<div className="voice">
				{peaks ? <Waveform peaks={peaks} /> : null}
				<audio {...common}>{track}</audio>
			</div>
		)
	const size = width && height ? { width, height } : {}
	const isTall = (height ?? 0) > (width ?? 0)
	return (
		<video
			{...common}
			{...size}
			className={isTall ? 'tall-picture' : undefined}
			playsInline
			poster={poster_url ?? undefined}
		>
			{track}
		</video>
	)
}

function Transcript({ recording: { captions }, texts }: Pick<Props, 'recording' | 'texts'>) {
	if (captions.length === 0) return null
	return (
		<details className="transcript">
			<summary className="small">{texts.say('transcript')}</summary>
			{captions.map(({ locale, transcript }) => (
				<p key={locale} lang={locale} dir="auto">
					{transcript.replaceAll('\n', ' ')}
				</p>
			))}
		</details>
	)
}

function Preparation({ recording: { progress }, texts: { say } }: Props) {
	return (
		<div className="prepared">
			<b>{say('yours')}</b>
			<progress max={100} value={progress} aria-label={say('preparation')} />
			<p className="stand">
				<Icon drawing={clock} />
				<span>{say('preparing')}</span>
			</p>
			<noscript>
				<a className="small tall" href="?">
					{say('reload')}
				</a>
			</noscript>
		</div>
	)
}

/** Problems that another recording does not solve. */
const ofServer: readonly MediaProblem[] = ['no_ffmpeg', 'storage_full', 'interrupted']

function Failure({ recording: { problem }, receipt, texts: { say } }: Props) {
	return (
		<div className="prepared">
			<b>{say('failed')}</b>
			<p className="stand failed">
				<Icon drawing={alert} />
				<span>{say(`problem_${problem ?? 'interrupted'}`, { space: receipt.space.name })}</span>
			</p>
			{problem && ofServer.includes(problem) ? null : (
				<a className="btn" href="#replace">
					{say('sendAnother')}
				</a>
			)}
		</div>
	)
}
