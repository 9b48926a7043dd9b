import { useCallback, useEffect, useRef, useState } from 'react'
import { isRecordingKind, type Kind } from '#shared/form/public-form.ts'
import { interpolate } from '#web/i18n/messages.ts'
import { acceptedKinds, type Island, needsScript } from '#web/public/collect/island.ts'
import { formatNumber, maxSizeText } from '#web/public/collect/submit/problem-texts.ts'
import type { Problem } from '#web/public/page-shell/field-error.tsx'
import { camera, Icon, microphone, pen, picture } from '#web/public/page-shell/icons.tsx'
import { PhotoField } from './photo-field.tsx'
import { RecordingSlot } from './recording-slot.tsx'

const choices = {
	text: { icon: pen, label: 'kindText' },
	photo: { icon: picture, label: 'kindPhoto' },
	video: { icon: camera, label: 'kindVideo' },
	audio: { icon: microphone, label: 'kindAudio' },
} as const

/** The kinds of testimonial, shown only when there is a choice, and the photo or recording of the chosen one. */
export function KindField(props: { island: Island; problemOf: (field: string) => Problem | undefined }) {
	const { island, problemOf } = props
	const { words, form } = island
	const kinds = acceptedKinds(form)
	const first = island.values.kind ?? kinds[0] ?? 'text'
	const [kind, setKind] = useState(first)
	const tiles = useRef<HTMLFieldSetElement>(null)
	const look = useCallback(() => {
		const checked = tiles.current?.querySelector<HTMLInputElement>(':checked')
		if (checked) setKind(checked.value)
	}, [])
	// A kind chosen before the script loaded is only in the element.
	useEffect(look, [look])
	if (kinds.join() === 'text') return <input type="hidden" name="kind" value="text" />
	return (
		<>
			<fieldset className="kinds" hidden={kinds.length === 1} ref={tiles} onInput={look}>
				<legend>{words.how}</legend>
				<div className="halves">
					{kinds.map((kind) => (
						<label className={needsScript(island, [kind]) ? 'tile scripted' : 'tile'} key={kind}>
							<input type="radio" name="kind" id={`k-${kind}`} value={kind} defaultChecked={kind === first} />
							<Icon drawing={choices[kind].icon} />
							<span>
								<b>{words[choices[kind].label]}</b>
								<small>{kindHint(kind, island)}</small>
							</span>
						</label>
					))}
				</div>
			</fieldset>
			<div className="by-photo">
				<PhotoField
					name="photo"
					wide
					pick={words.choosePhoto}
					hint={<PictureHint island={island} />}
					island={island}
					problem={problemOf('photo')}
				/>
			</div>
			{isRecordingKind(kind) ? (
				<RecordingSlot key={kind} island={island} kind={kind} problem={problemOf('recording')} />
			) : null}
		</>
	)
}

function kindHint(kind: Kind, { words, form: { max_seconds }, lang }: Island): string {
	if (kind === 'text') return words.kindTextHint
	if (kind === 'photo') return words.kindPhotoHint
	const isWhole = max_seconds % 60 === 0
	const n = formatNumber(isWhole ? max_seconds / 60 : max_seconds, lang)
	return interpolate(isWhole ? words.kindMinutes : words.kindSeconds, { n })
}

/** Only a script can resize a picture; without one it has to fit. */
function PictureHint({ island: { words, limits, lang } }: { island: Island }) {
	return (
		<>
			{words.pictureHint} <span className="scripted">{words.pictureFitted}</span>
			<span className="plainly">{maxSizeText(limits, words, lang)}.</span>
		</>
	)
}
