import { bombs } from './bombs.ts'
import type { Case } from './case.ts'
import { damaged } from './damaged.ts'
import { foreign } from './foreign.ts'
import { polyglots } from './polyglots.ts'
import { sound } from './sound.ts'

/** Every file of the corpus by family, made when asked for; none is kept in the repository. */
export const corpus: Record<string, readonly Case[]> = { sound, polyglots, foreign, damaged, bombs }
