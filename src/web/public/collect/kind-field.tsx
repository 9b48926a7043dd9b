import { largest } from './check-values.ts'
import { Icon, pen, picture } from './icons.tsx'
import { type Island, offeredKinds, type Problem } from './island.ts'
import { PhotoField } from './photo-field.tsx'

const choices = {
	text: { icon: pen, label: 'kindText', hint: 'kindTextHint' },
	photo: { icon: picture, label: 'kindPhoto', hint: 'kindPhotoHint' },
} as const

/** The ways to tell it, shown only when there is a choice. */
export function KindField({ island, problem }: { island: Island; problem: Problem | undefined }) {
	const { words, form } = island
	const kinds = offeredKinds(form)
	const chosen = island.values.kind ?? kinds[0]
	if (kinds.length === 1 && kinds[0] === 'text')
		return <input type="hidden" name="kind" value="text" />
	return (
		<>
			<fieldset className="told-how" hidden={kinds.length === 1}>
				<legend>{words.how}</legend>
				<div className="halves">
					{kinds.map((kind) => (
						<label className="tile" key={kind}>
							<input
								type="radio"
								name="kind"
								id={`k-${kind}`}
								value={kind}
								defaultChecked={kind === chosen}
							/>
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

/** Only a script makes a picture smaller; without one it has to fit. */
function PictureHint({ island: { words, limits, lang } }: { island: Island }) {
	return (
		<>
			{words.pictureHint} <span className="scripted">{words.pictureFitted}</span>
			<span className="plainly">{largest(limits, words, lang)}.</span>
		</>
	)
}
