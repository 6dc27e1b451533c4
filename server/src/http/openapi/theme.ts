// The page of the API reference in the product's colors and font. Scalar renders it with the settings `start`.

export const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Cairn API reference</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
    <link rel="preload" href="/api/docs/inter.woff2" as="font" type="font/woff2" crossorigin>
    <link rel="stylesheet" href="/api/docs/reference.css">
  </head>
  <body>
    <div id="reference"></div>
    <noscript>The API reference needs JavaScript. The OpenAPI document is at <a href="/api/openapi.json">/api/openapi.json</a>.</noscript>
    <script src="/api/docs/scalar.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`

/** In the theme chosen in the product, else in that of the system. */
export const start = `
let saved = null
try {
  saved = localStorage.getItem('darkMode')
} catch {
  // Storage may be blocked: the system preference decides.
}
const isDark = saved === 'true' || (saved !== 'false' && matchMedia('(prefers-color-scheme: dark)').matches)
Scalar.createApiReference('#reference', {
  url: '/api/openapi.json',
  forceDarkModeState: isDark ? 'dark' : 'light',
  hideDarkModeToggle: true,
  withDefaultFonts: false,
  theme: 'none',
  hideClientButton: true,
  showDeveloperTools: 'never',
  telemetry: false,
  mcp: { disabled: true },
  agent: { disabled: true },
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  authentication: { preferredSecurityScheme: 'apiToken' },
  metaData: { title: 'Cairn API reference' },
})
`

const font = `@font-face {
  font-family: "Inter Variable";
  font-style: normal;
  font-weight: 100 900;
  font-display: swap;
  src: url("/api/docs/inter.woff2") format("woff2-variations");
}`

const shared = {
  font: '"Inter Variable", ui-sans-serif, system-ui, sans-serif',
  'font-code': 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  radius: '6px',
  'radius-lg': '8px',
  'radius-xl': '10px',
  'color-accent': '#5b5bd6',
  'button-1': '#5b5bd6',
  'button-1-color': '#fff',
  'button-1-hover': '#5151cd',
}

const light = {
  'background-1': '#fdfdfc',
  'background-2': '#f9f9f8',
  'background-3': '#f1f0ef',
  'background-accent': '#f0f1fe',
  'border-color': '#e2e1de',
  'color-1': '#21201c',
  'color-2': '#63635e',
  'color-3': '#73736c',
  'color-accent': '#5753c6',
  'color-green': '#2a7e3b',
  'color-red': '#c93014',
  'color-yellow': '#ab6400',
  'color-blue': '#0d74ce',
  'color-orange': '#ab6400',
  'color-purple': '#5753c6',
}

const dark = {
  'background-1': '#111110',
  'background-2': '#191918',
  'background-3': '#222221',
  'background-accent': '#202248',
  'border-color': '#31312e',
  'color-1': '#eeeeec',
  'color-2': '#b5b3ad',
  'color-3': '#9a9890',
  'color-accent': '#b1a9ff',
  'color-green': '#71d083',
  'color-red': '#ff977d',
  'color-yellow': '#ffca16',
  'color-blue': '#70b8ff',
  'color-orange': '#ffca16',
  'color-purple': '#b1a9ff',
}

const rule = (selector: string, variables: Record<string, string>): string =>
  `${selector} {\n${Object.entries(variables)
    .map(([name, value]) => `  --scalar-${name}: ${value};\n`)
    .join('')}}`

const sidebar = `.light-mode, .dark-mode {
  --scalar-sidebar-background-1: var(--scalar-background-2);
  --scalar-sidebar-color-1: var(--scalar-color-1);
  --scalar-sidebar-color-2: var(--scalar-color-2);
  --scalar-sidebar-color-active: var(--scalar-color-accent);
  --scalar-sidebar-item-active-background: var(--scalar-background-accent);
  --scalar-sidebar-item-hover-background: var(--scalar-background-3);
  --scalar-sidebar-border-color: var(--scalar-border-color);
  --scalar-sidebar-search-background: var(--scalar-background-1);
  --scalar-sidebar-search-border-color: var(--scalar-border-color);
}
body {
  margin: 0;
}`

export const styles = [
  font,
  rule(':root, .light-mode, .dark-mode', shared),
  rule('.light-mode', light),
  rule('.dark-mode', dark),
  sidebar,
].join('\n')
