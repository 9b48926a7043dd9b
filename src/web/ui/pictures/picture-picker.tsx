import { type ReactNode, useRef } from 'react'
import { errorMessage } from '#web/lib/client/errors.ts'
import { type StoredPicture, usePublicFile, useReplacePicture } from '#web/lib/files/pictures.ts'
import { Button } from '#web/ui/button.tsx'
import { resizeIfLarge } from './resize-if-large.ts'
import './picture-picker.css'

/**
 * A picture with buttons to choose and remove it, saved as soon as it is chosen.
 * @param props.picture renders the current one from its URL
 * @param props.save stores the path of a new one, or null
 */
export function PicturePicker(props: {
	stored: StoredPicture
	save: (path: string | null) => Promise<unknown>
	picture: (src: string | null) => ReactNode
	/** Label of the button. */
	choose: string
	help: string
	/** Most pixels along the longer side of a large picture. */
	side?: number
}) {
	const { stored, choose, help, side = 1024 } = props
	const { mutate, error, isPending } = useReplacePicture(stored, props.save)
	const src = usePublicFile(stored.bucket, stored.path)
	const input = useRef<HTMLInputElement>(null)
	return (
		<div className="ui-picture">
			{props.picture(src)}
			<div className="ui-picture-side">
				<div className="ui-picture-buttons">
					<Button busy={isPending} onClick={() => input.current?.click()}>
						{choose}
					</Button>
					{stored.path ? (
						<Button variant="quiet" disabled={isPending} onClick={() => mutate(null)}>
							Remove
						</Button>
					) : null}
				</div>
				<p className={error ? 'ui-error' : 'ui-help'} aria-live="polite">
					{error ? errorMessage(error) : help}
				</p>
				<input
					ref={input}
					hidden
					type="file"
					accept="image/jpeg,image/png,image/webp"
					aria-label={choose}
					onChange={(event) => {
						const file = event.target.files?.[0]
						event.target.value = ''
						if (file) resizeIfLarge(file, side).then((resized) => mutate(resized))
					}}
				/>
			</div>
		</div>
	)
}
