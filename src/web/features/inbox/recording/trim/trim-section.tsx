import { useId } from 'react'
import type { InboxItem, ItemMedia } from '#web/features/inbox/data/inbox-item.ts'
import type { Player } from '#web/features/inbox/recording/player/create-player.ts'
import { useAtPlayerTime } from '#web/features/inbox/recording/player/use-player.ts'
import { formatRecordingTime } from '#web/features/inbox/recording/recording-time.ts'
import { useRecordingMessages } from '#web/features/inbox/recording/use-recording-messages.ts'
import { interpolate } from '#web/i18n/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { type EdgeMove, isWhole, type TrimEdge } from './trim.ts'
import { TrimBar } from './trim-bar.tsx'
import { TrimTimeField } from './trim-time-field.tsx'
import { useTrim } from './use-trim.ts'

const edges: readonly TrimEdge[] = ['start', 'end']

/** Chooses the part of a recording that walls play. It is a view: the files never change. */
export function TrimSection({ item, media, player }: { item: InboxItem; media: ItemMedia; player: Player }) {
	const words = useRecordingMessages()
	const title = useId()
	const { trim, seconds, moved, setMoving, save } = useTrim(item, media)
	const times = {
		start: formatRecordingTime(trim.start, 1),
		end: formatRecordingTime(trim.end, 1),
		length: formatRecordingTime(trim.end - trim.start, 1),
		all: formatRecordingTime(seconds, 1),
	}
	const moveAndSave = (edge: TrimEdge, move: EdgeMove) => {
		const next = moved(edge, move)
		player.seek(next[edge])
		save(next)
	}
	const whole = isWhole(trim, seconds)
	return (
		<section className="recording-section" aria-labelledby={title}>
			<div className="recording-head">
				<h3 id={title}>{words.trimTitle}</h3>
				<span className="ui-small ui-quiet">{interpolate(whole ? words.trimWhole : words.trimRange, times)}</span>
			</div>
			<TrimBar
				trim={trim}
				seconds={seconds}
				peaks={media.peaks}
				player={player}
				onMove={(edge, move) => {
					const next = moved(edge, move)
					setMoving(next)
					player.seek(next[edge])
					return next
				}}
				onSave={save}
			/>
			<div className="recording-trim-fields">
				{edges.map((edge) => (
					<div className="recording-trim-edge" key={edge}>
						<TrimTimeField
							label={edge === 'start' ? words.startTime : words.endTime}
							value={trim[edge]}
							all={times.all}
							onMove={(move) => moveAndSave(edge, move)}
						/>
						<HereButton
							player={player}
							label={edge === 'start' ? words.startHere : words.endHere}
							onChoose={(to) => moveAndSave(edge, { to })}
						/>
					</div>
				))}
			</div>
			<div className="recording-acts">
				<Button size="tiny" onClick={() => player.playPart(trim.start, trim.end)}>
					{words.playPart}
				</Button>
				{whole ? null : (
					<Button variant="quiet" size="tiny" onClick={() => save({ start: 0, end: seconds })}>
						{words.showAll}
					</Button>
				)}
			</div>
			<p className="ui-help">{interpolate(words.trimHelp, { name: item.author_name })}</p>
		</section>
	)
}

/** Moves an edge to where the player stands. */
function HereButton({ player, label, onChoose }: { player: Player; label: string; onChoose: (to: number) => void }) {
	const time = useAtPlayerTime(player, (now) => formatRecordingTime(now, 1))
	return (
		<Button size="tiny" onClick={() => onChoose(player.timeNow())}>
			{interpolate(label, { time })}
		</Button>
	)
}
