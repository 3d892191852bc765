export { Outlet as default } from 'react-router'
export { checkIdsLoader as loader, loadNothing as clientLoader } from '#web/layout/page-check.ts'
