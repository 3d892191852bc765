import '@fontsource-variable/figtree/index.css'
import '@fontsource-variable/fraunces/index.css'
import DefaultTheme from 'vitepress/theme-without-fonts'
import './style.css'

export default DefaultTheme
