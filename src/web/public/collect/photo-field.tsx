import { useEffect, useRef, useState } from 'react'
import { FieldError } from './field-error.tsx'
import { face, Icon, picture } from './icons.tsx'
import type { Island, Problem } from './island.ts'

/** A file input with a preview of what was chosen; `wide` for a picture, round for a portrait. */
export function PhotoField(props: {
	name: 'photo' | 'avatar'
	wide: boolean
	pick: string
	hint: string
	island: Island
	problem: Problem | undefined
}) {
	const { name, wide, pick, hint, problem } = props
	const { words } = props.island
	const input = useRef<HTMLInputElement>(null)
	const [preview, setPreview] = useState<string | null>(null)
	useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview])
	// A file chosen before the script came has had no preview yet.
	useEffect(() => setPreview(previewOf(input.current)), [])
	const shape = `frame${wide ? ' wide' : ''}${preview ? ' has' : ''}`
	const remove = () => {
		if (!input.current) return
		input.current.value = ''
		input.current.dispatchEvent(new Event('change', { bubbles: true }))
		input.current.focus()
	}
	return (
		<div>
			<div className="photo">
				<span className={shape}>
					{preview ? <img src={preview} alt="" /> : <Icon drawing={wide ? picture : face} />}
				</span>
				<div>
					<div className="row">
						<label className={problem ? 'btn pick bad' : 'btn pick'}>
							{preview ? words.changePhoto : pick}
							<input
								ref={input}
								id={name}
								name={name}
								type="file"
								accept="image/jpeg,image/png,image/webp"
								aria-describedby={problem ? `${name}-hint ${name}-x` : `${name}-hint`}
								onChange={({ currentTarget }) => setPreview(previewOf(currentTarget))}
							/>
						</label>
						{preview ? (
							<button className="btn plain" type="button" onClick={remove}>
								{words.removePhoto}
							</button>
						) : null}
					</div>
					<p className="hint after-field" id={`${name}-hint`}>
						{hint}
					</p>
				</div>
			</div>
			<FieldError problem={problem} />
		</div>
	)
}

function previewOf(field: HTMLInputElement | null): string | null {
	const file = field?.files?.[0]
	return file ? URL.createObjectURL(file) : null
}
