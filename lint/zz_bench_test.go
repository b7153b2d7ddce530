package lint_test
import ("testing";"os";"path/filepath";"github.com/crdtool/crdtool/lint";"github.com/crdtool/crdtool/crd";"github.com/crdtool/crdtool/kube";"github.com/crdtool/crdtool/internal/source")
func load()(n []*source.File){ m,_:=filepath.Glob("/work/shared/corpus/dev/*/crds/*.yaml"); for _,f:=range m{b,_:=os.ReadFile(f); n=append(n,source.Read(f,b))}; return}
func BenchmarkDecode(b *testing.B){ n:=load(); for b.Loop(){ for _,x:=range n{ crd.Decode(x.Documents[0])}}}
func BenchmarkDecodeCheck(b *testing.B){ n:=load(); for b.Loop(){ for _,x:=range n{ c,_:=crd.Decode(x.Documents[0]); crd.Check(c,nil,kube.Latest.Behaviour())}}}
func BenchmarkFile(b *testing.B){ n:=load(); for b.Loop(){ for _,x:=range n{ lint.File(x,lint.Options{})}}}
