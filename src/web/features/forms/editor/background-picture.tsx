import type { FormLook } from '#shared/form/public-form.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { PicturePicker } from '#web/ui/pictures/picture-picker.tsx'
import { PictureWithFallback } from '#web/ui/pictures/picture-with-fallback.tsx'
import './background-picture.css'

/** The picture behind the question of the form's page. */
export function BackgroundPicture({ look, onChange }: { look: FormLook; onChange: (look: FormLook) => void }) {
	const { space } = useSpace()
	const { picture, ...others } = look
	return (
		<PicturePicker
			stored={{ bucket: 'brand', folder: space.id, path: picture, isShared: true }}
			save={async (path) => onChange(path ? { ...others, picture: path } : others)}
			picture={(src) =>
				src ? (
					<PictureWithFallback
						className="look-picture"
						src={src}
						alt="Present background"
						fallback={<span className="look-picture" />}
					/>
				) : null
			}
			choose={picture ? 'Replace the picture' : 'Choose a picture'}
			help="Behind the question, faded so that words stay readable. JPEG, PNG or WebP."
			side={2048}
		/>
	)
}
