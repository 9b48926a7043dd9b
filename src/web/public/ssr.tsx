/** The entry of the server-rendering bundle: one line for each kind of page. */
export { renderCollect } from './collect/collect-page.tsx'
export { lateWords } from './collect/words.ts'
export { renderLanding } from './landing/landing-page.tsx'
export { renderNotFound } from './not-found/not-found-page.tsx'
export { renderErased } from './receipt/erased-page.tsx'
export { renderReceipt } from './receipt/receipt-page.tsx'
export { renderEmbed } from './wall/render-embed.ts'
export { renderWallPage } from './wall/render-page.ts'
