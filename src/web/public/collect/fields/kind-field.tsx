import { type Island, supportedKinds } from '#web/public/collect/island.ts'
import { maxSizeText } from '#web/public/collect/submit/validate-form.ts'
import type { Problem } from '#web/public/page-shell/field-error.tsx'
import { Icon, pen, picture } from '#web/public/page-shell/icons.tsx'
import { PhotoField } from './photo-field.tsx'

const choices = {
	text: { icon: pen, label: 'kindText', hint: 'kindTextHint' },
	photo: { icon: picture, label: 'kindPhoto', hint: 'kindPhotoHint' },
} as const

/** The kinds of testimonial, shown only when there is a choice. */
export function KindField({ island, problem }: { island: Island; problem: Problem | undefined }) {
	const { words, form } = island
	const kinds = supportedKinds(form)
	const chosen = island.values.kind ?? kinds[0]
	if (kinds.length === 1 && kinds[0] === 'text') return <input type="hidden" name="kind" value="text" />
	return (
		<>
			<fieldset className="kinds" hidden={kinds.length === 1}>
				<legend>{words.how}</legend>
				<div className="halves">
					{kinds.map((kind) => (
						<label className="tile" key={kind}>
							<input type="radio" name="kind" id={`k-${kind}`} value={kind} defaultChecked={kind === chosen} />
							<Icon drawing={choices[kind].icon} />
							<span>
								<b>{words[choices[kind].label]}</b>
								<small>{words[choices[kind].hint]}</small>
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
					problem={problem}
				/>
			</div>
		</>
	)
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
