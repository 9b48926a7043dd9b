export * from './static.ts'
