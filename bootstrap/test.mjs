import { ensureBuilt } from './build.mjs'
import { check } from './check.mjs'
import { ensureDependencies } from './dependencies.mjs'
import { must } from './environment.mjs'
import { chromium, ensureSystemPackages, notoFonts, postgres15 } from './system-packages.mjs'

ensureDependencies()
ensureSystemPackages([chromium, notoFonts, postgres15])
ensureBuilt()
check()
must('playwright', ['test'])
