// Exits with a clear message if Node is too old. Import it before anything else: it and its importer use only syntax
// that an old Node can parse.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

const isSupported = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22
if (!isSupported) {
  console.error(`Cairn needs Node 20.19 or newer, or 22.12 or newer; this is Node ${process.versions.node}.`)
  process.exit(1)
}
