import { earlierWords } from './seed-earlier-words.ts'
import { recentWords } from './seed-recent-words.ts'
import type { SeedTestimonial } from './seed-testimonial.ts'
import { unshownWords } from './seed-unshown-words.ts'

export const seedTags = ['Evening course', 'Commission', 'Repair', 'Gift']

/** What people said about Fernhill Pottery. All of it is made up. */
export const seedWords: SeedTestimonial[] = [...recentWords, ...earlierWords, ...unshownWords]
