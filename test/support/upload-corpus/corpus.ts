import { bombs } from './bombs.ts'
import type { UploadCase } from './case.ts'
import { damaged } from './damaged.ts'
import { foreign } from './foreign.ts'
import { imperfect } from './imperfect.ts'
import { polyglots } from './polyglots.ts'
import { valid } from './valid.ts'

/** Every file of the corpus by family, generated on demand; none is stored in the repository. */
export const corpus: Record<string, readonly UploadCase[]> = {
	sound: valid,
	polyglots,
	foreign,
	imperfect,
	damaged,
	bombs,
}
