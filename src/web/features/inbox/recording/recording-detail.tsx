import type { InboxItem, ItemMedia } from '#web/features/inbox/data/inbox-item.ts'
import { interpolate } from '#web/i18n/messages.ts'
import { Notice } from '#web/ui/notices/notice.tsx'
import { ReadyRecording } from './ready-recording.tsx'
import { RecordingFailure } from './recording-failure.tsx'
import { useRecordingMessages } from './use-recording-messages.ts'
import './recording.css'

type RecordingProps = { item: InboxItem; media: ItemMedia }

/** A video or audio of a testimonial: how far it is, or the player with everything that a member may do with it. */
export function RecordingDetail({ item, media }: RecordingProps) {
	const words = useRecordingMessages()
	return (
		<>
			{media.replaces === null ? null : <Notice>{words.replaces}</Notice>}
			{media.state === 'failed' ? <RecordingFailure item={item} media={media} /> : null}
			{media.state === 'ready' ? <ReadyRecording item={item} media={media} /> : null}
			{media.state === 'uploading' || media.state === 'processing' ? <Preparation item={item} media={media} /> : null}
		</>
	)
}

function Preparation({ item, media }: RecordingProps) {
	const words = useRecordingMessages()
	const isProcessing = media.state === 'processing'
	return (
		<div className="recording-waiting">
			<p id={`progress-${media.id}`}>
				{isProcessing ? interpolate(words.processing, { percent: media.progress }) : words.uploading}
			</p>
			<progress aria-labelledby={`progress-${media.id}`} max={100} value={isProcessing ? media.progress : undefined} />
			<p className="ui-quiet">{item.status === 'approved' ? words.approvedWait : words.decideNow}</p>
		</div>
	)
}
