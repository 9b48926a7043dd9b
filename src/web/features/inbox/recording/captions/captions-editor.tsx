import { Plus } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { Cue } from '#shared/recording/cue.ts'
import type { InboxItem, ItemMedia } from '#web/features/inbox/data/inbox-item.ts'
import type { Player } from '#web/features/inbox/recording/player/create-player.ts'
import { useAtPlayerTime } from '#web/features/inbox/recording/player/use-player.ts'
import { formatRecordingTime } from '#web/features/inbox/recording/recording-time.ts'
import { useRecordingMessages } from '#web/features/inbox/recording/use-recording-messages.ts'
import { interpolate } from '#web/i18n/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { CaptionFiles } from './caption-files.tsx'
import { CaptionPublishing } from './caption-publishing.tsx'
import { CueRow } from './cue-row.tsx'
import { beginCue, changeCue, closeCue, type DraftCue, toCues } from './draft-cues.ts'
import { useCaptionDraft } from './use-caption-draft.ts'
import type { StoredCaptions } from './use-captions.ts'

/** Seconds that the player goes back by key. */
const backBy = 2

type EditorProps = {
	item: InboxItem
	media: ItemMedia
	locale: string
	language: string
	/** Undefined while there are none in this language. */
	row: StoredCaptions | undefined
	player: Player
	onEdit: (edited: { locale: string; cues: readonly Cue[] } | null) => void
	onDeleted: () => void
}

/** Types captions while the recording plays, with the times of the player. */
export function CaptionsEditor({ item, media, locale, language, row, player, onEdit, onDeleted }: EditorProps) {
	const words = useRecordingMessages()
	const draft = useCaptionDraft(media, locale, row)
	const { cues, change } = draft
	const seconds = media.seconds ?? 0
	const list = useRef<HTMLOListElement>(null)
	const wanted = useRef<number | null>(null)

	useEffect(() => {
		onEdit(cues.length > 0 ? { locale, cues: toCues(cues, seconds) } : null)
	}, [cues, seconds, locale, onEdit])
	useEffect(() => () => onEdit(null), [onEdit])
	// biome-ignore lint/correctness/useExhaustiveDependencies: a line that was begun has the focus once it is there
	useEffect(() => {
		if (wanted.current === null) return
		list.current?.querySelector<HTMLElement>(`[data-cue="${wanted.current}"] textarea`)?.focus()
		wanted.current = null
	}, [cues])

	const apply = ({ draft: next, id }: { draft: DraftCue[]; id: number }) => {
		wanted.current = id
		change(next)
	}
	const remove = (at: number) => {
		wanted.current = cues[at - 1]?.id ?? cues[at + 1]?.id ?? null
		change(cues.filter((_, other) => other !== at))
	}
	const onKeyDown = (event: KeyboardEvent, cue: DraftCue, at: number) => {
		if (event.nativeEvent.isComposing) return
		if (event.key === 'Enter' && (!event.shiftKey || event.ctrlKey || event.metaKey))
			apply(closeCue(cues, cue.id, player.timeNow()))
		else if (event.code === 'Space' && event.shiftKey && (event.ctrlKey || event.metaKey)) player.move(-backBy)
		else if (event.code === 'Space' && event.shiftKey) player.toggle()
		else if (event.key === 'Backspace' && cue.text === '' && at > 0) remove(at)
		else return
		event.preventDefault()
	}
	const files = (
		<CaptionFiles
			item={item}
			media={media}
			locale={locale}
			language={language}
			draft={draft}
			row={row}
			onDeleted={onDeleted}
		/>
	)
	if (cues.length === 0)
		return (
			<>
				<p className="ui-small ui-quiet">{words.captionsIntro}</p>
				<div className="recording-acts">
					<Button size="tiny" onClick={() => apply(beginCue([], player.timeNow()))}>
						<Plus size={14} aria-hidden="true" />
						{words.typeCaptions}
					</Button>
					{files}
				</div>
			</>
		)
	return (
		<>
			<div className="recording-acts">{files}</div>
			<CueList listRef={list} cues={cues} player={player}>
				{cues.map((cue, at) => (
					<CueRow
						key={cue.id}
						cue={cue}
						number={at + 1}
						lang={locale}
						isLast={at === cues.length - 1}
						onChange={(patch) => change(changeCue(cues, cue.id, patch))}
						onRemove={() => remove(at)}
						onKeyDown={(event) => onKeyDown(event, cue, at)}
					/>
				))}
			</CueList>
			<AddLine player={player} onAdd={() => apply(beginCue(cues, player.timeNow()))} />
			<p className="ui-help">{words.keysHelp}</p>
			<CaptionPublishing draft={draft} seconds={seconds} />
		</>
	)
}

/** The lines; the one that is shown at the moment is marked without rendering the others. */
function CueList(props: {
	listRef: React.RefObject<HTMLOListElement | null>
	cues: readonly DraftCue[]
	player: Player
	children: React.ReactNode
}) {
	const { listRef, cues, player, children } = props
	const current = useAtPlayerTime(
		player,
		(time) => cues.findLast((cue) => cue.start <= time && time < (cue.end ?? time + 1))?.id,
	)
	useEffect(() => {
		const shown = listRef.current?.querySelector(`[data-cue="${current}"]`)
		shown?.classList.add('caption-cue-now')
		return () => shown?.classList.remove('caption-cue-now')
	}, [current, listRef])
	return (
		<ol className="caption-cues" ref={listRef}>
			{children}
		</ol>
	)
}

function AddLine({ player, onAdd }: { player: Player; onAdd: () => void }) {
	const words = useRecordingMessages()
	const time = useAtPlayerTime(player, (now) => formatRecordingTime(now, 1))
	return (
		<Button variant="quiet" size="tiny" onClick={onAdd}>
			<Plus size={14} aria-hidden="true" />
			{interpolate(words.addLine, { time })}
		</Button>
	)
}
